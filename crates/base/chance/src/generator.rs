//! Generators by name, for the laboratory.

use crate::lcg::{Lcg, LcgError, MERSENNE_31};
use crate::middle_square::middle_square;
use crate::patchwork::patchwork;
use crate::pcg::Pcg;
use crate::secret::Secret;
use crate::{Seed, Source, Stream};
use std::str::FromStr;

/// A name no generator has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GeneratorError {
    #[error(
        "unknown generator {0:?}; there are stream, pcg, secret, middle-square, patchwork, counter, randu, lcg:A and lcg:A,C,M"
    )]
    Unknown(String),
    #[error("{0:?} is not a whole number")]
    NotANumber(String),
    #[error(transparent)]
    Lcg(#[from] LcgError),
}

/// Which generator, without a seed.
///
/// ```
/// use wold_chance::generator::Recipe;
/// let mut lewis = "lcg:16807".parse::<Recipe>()?.start(1)?;
/// assert_eq!(lewis.draw(), 16_807);
/// assert!("dice".parse::<Recipe>().is_err());
/// # Ok::<(), wold_chance::generator::GeneratorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Named counter-based streams, as worlds use them.
    Stream,
    /// PCG64.
    Pcg,
    /// ChaCha20.
    Secret,
    /// Von Neumann's middle square.
    MiddleSquare,
    /// Branches and mixtures somebody made up, modulo 2^31 - 1.
    Patchwork,
    /// 0, 1, 2 … over 2^16: perfectly even and not random at all.
    Counter,
    /// A linear congruential generator.
    Lcg {
        /// The multiplier.
        multiplier: u64,
        /// The increment.
        increment: u64,
        /// The modulus.
        modulus: u64,
    },
}

impl FromStr for Recipe {
    type Err = GeneratorError;

    fn from_str(name: &str) -> Result<Self, GeneratorError> {
        let number =
            |text: &str| text.trim().parse().map_err(|_| GeneratorError::NotANumber(text.to_owned()));
        match name {
            "stream" => Ok(Self::Stream),
            "pcg" => Ok(Self::Pcg),
            "secret" => Ok(Self::Secret),
            "middle-square" => Ok(Self::MiddleSquare),
            "patchwork" => Ok(Self::Patchwork),
            "counter" => Ok(Self::Counter),
            // IBM's famous mistake: every third number follows from the two before it.
            "randu" => Ok(Self::Lcg { multiplier: 65_539, increment: 0, modulus: 1 << 31 }),
            _ => {
                let parts =
                    name.strip_prefix("lcg:").ok_or_else(|| GeneratorError::Unknown(name.to_owned()))?;
                match parts.split(',').collect::<Vec<_>>()[..] {
                    [a] => Ok(Self::Lcg { multiplier: number(a)?, increment: 0, modulus: MERSENNE_31 }),
                    [a, c, m] => {
                        Ok(Self::Lcg { multiplier: number(a)?, increment: number(c)?, modulus: number(m)? })
                    }
                    _ => Err(GeneratorError::Unknown(name.to_owned())),
                }
            }
        }
    }
}

impl Recipe {
    /// A generator at its seed.
    ///
    /// # Errors
    /// When the parameters or the seed do not fit each other.
    pub fn start(self, seed: u64) -> Result<Generator, GeneratorError> {
        Ok(match self {
            Self::Stream => Generator::Stream(Stream::named(Seed(seed), "lab", &[])),
            Self::Pcg => Generator::Pcg(Pcg::new(Seed(seed), 0)),
            Self::Secret => {
                let mut key = [0; 32];
                key[..8].copy_from_slice(&seed.to_le_bytes());
                Generator::Secret(Box::new(Secret::new(key, 0)))
            }
            Self::MiddleSquare => Generator::MiddleSquare(seed % 10_000),
            Self::Patchwork => Generator::Patchwork(seed % MERSENNE_31),
            Self::Counter => Generator::Counter(seed % COUNTER),
            Self::Lcg { multiplier, increment, modulus } => {
                Generator::Lcg(Lcg::new(multiplier, increment, modulus, seed)?)
            }
        })
    }
}

const COUNTER: u64 = 1 << 16;

/// A generator under test.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Generator {
    Stream(Stream),
    Pcg(Pcg),
    Secret(Box<Secret>),
    MiddleSquare(u64),
    Patchwork(u64),
    Counter(u64),
    Lcg(Lcg),
}

impl Generator {
    /// The next number as the generator gives it.
    pub fn draw(&mut self) -> u64 {
        match self {
            Self::Stream(stream) => stream.next_u64(),
            Self::Pcg(pcg) => pcg.next_u64(),
            Self::Secret(secret) => secret.next_u64(),
            Self::MiddleSquare(x) => {
                *x = middle_square(*x);
                *x
            }
            Self::Patchwork(x) => {
                *x = patchwork(*x, MERSENNE_31);
                *x
            }
            Self::Counter(x) => {
                *x = (*x + 1) % COUNTER;
                *x
            }
            Self::Lcg(lcg) => lcg.draw(),
        }
    }

    /// The next number as a fraction in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        match self {
            Self::MiddleSquare(_) => self.draw() as f64 / 10_000.0,
            Self::Patchwork(_) => self.draw() as f64 / MERSENNE_31 as f64,
            Self::Counter(_) => self.draw() as f64 / COUNTER as f64,
            Self::Lcg(lcg) => lcg.unit(),
            _ => (self.draw() >> 11) as f64 / (1u64 << 53) as f64,
        }
    }
}

impl Source for Generator {
    fn next_u64(&mut self) -> u64 {
        match self {
            Self::Lcg(lcg) => lcg.next_u64(),
            Self::MiddleSquare(_) | Self::Patchwork(_) | Self::Counter(_) => {
                let mut half = || (self.unit() * 4_294_967_296.0) as u64;
                (half() << 32) | half()
            }
            _ => self.draw(),
        }
    }
}
