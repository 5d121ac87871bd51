//! How a Rust type becomes a row, and a row one again.

use super::manifest::Field;
use super::value::Row;

/// What a game can tell of. Declared by [`told!`](crate::told), which names every field once.
pub trait Told: Sized + Send + Sync + 'static {
    /// What its kind is called: the game, a slash, and what it is.
    const NAME: &'static str;

    /// Its fields in order.
    fn fields() -> Vec<Field>;

    /// Its row in these fields, which are its own.
    fn row(&self, fields: &[Field]) -> Row;

    /// What a row in these fields says; nothing if they are not its own.
    fn of(row: &Row, fields: &[Field]) -> Option<Self>;
}

/// Declares how a type is told: its kind's name, and each of its fields with range, precision and prediction. Every field of the type must be listed; what is not to be told
/// does not belong into it.
///
/// ```
/// use wold_wire::herald::{Field, Told};
/// struct Runner { x: f64, vx: f64, name: String, team: Option<u8> }
/// wold_wire::told! { Runner = "race/runner" {
///     x: Field::real(0, 400, 10).going_by("vx", 5),
///     vx: Field::real(-20, 20, 10),
///     name: Field::letters(24),
///     team: Field::whole(0, 7).or_nothing(),
/// } }
/// let fields = Runner::fields();
/// let row = Runner { x: 12.34, vx: 7.0, name: "Ada".into(), team: None }.row(&fields);
/// let runner = Runner::of(&row, &fields).expect("its own row");
/// assert_eq!((runner.x, runner.vx, runner.name.as_str(), runner.team), (12.3, 7.0, "Ada", None));
/// ```
#[macro_export]
macro_rules! told {
    ($type:ty = $name:literal { $($field:ident: $form:expr),* $(,)? }) => {
        impl $crate::herald::Told for $type {
            const NAME: &'static str = $name;

            fn fields() -> Vec<$crate::herald::Field> {
                vec![$($form.named(stringify!($field))),*]
            }

            #[allow(unused_variables, reason = "where there are no fields")]
            fn row(&self, fields: &[$crate::herald::Field]) -> $crate::herald::Row {
                #[allow(unused_mut, reason = "where there are no fields")]
                let mut forms = fields.iter();
                vec![$($crate::herald::Quantity::value(&self.$field, forms.next().expect("a kind has its type's fields").extent)),*]
            }

            #[allow(unused_variables, reason = "where there are no fields")]
            fn of(row: &$crate::herald::Row, fields: &[$crate::herald::Field]) -> Option<Self> {
                #[allow(unused_mut, reason = "where there are no fields")]
                let mut values = row.iter().zip(fields);
                Some(Self { $($field: {
                    let (value, form) = values.next().filter(|(_, form)| form.name == stringify!($field))?;
                    $crate::herald::Quantity::of(value, form.extent)?
                }),* })
            }
        }
    };
}
