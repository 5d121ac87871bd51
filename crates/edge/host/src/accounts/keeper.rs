//! Names with passwords. Hashing is meant to be slow, so it runs on blocking threads, and only a few at a time: each takes 19 MiB.

use std::sync::{Arc, Mutex};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use super::name::Name;
use crate::store::{Store, StoreError};

/// Passwords hashed at once.
const AT_ONCE: usize = 2;

/// Bytes a password may have.
const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 8..=256;

/// What somebody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Has an account.
    Member,
    /// May also look into the world and stop it.
    Operator,
}

/// Why an account cannot be made or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccountError {
    /// The name has an account already.
    #[error("the name {0} has an account already")]
    Exists(Name),
    /// No such account, or another password; which of the two is not told.
    #[error("name or password is wrong")]
    Wrong,
    /// The password is too short or too long.
    #[error("a password has 8 to 256 bytes")]
    PasswordLength,
    /// The store did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The hashing failed or was stopped.
    #[error("the password could not be hashed")]
    Hashing,
}

#[derive(Serialize, Deserialize)]
struct AccountRecord {
    shown: String,
    password: String,
    role: Role,
}

/// The accounts in a store.
#[derive(Clone)]
pub struct Accounts {
    store: Arc<dyn Store>,
    turns: Arc<Semaphore>,
    /// Held from the last look whether a name is free until it is written down; nobody else has the folder.
    making: Arc<Mutex<()>>,
}

impl Accounts {
    /// The accounts in `store`.
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store, turns: Arc::new(Semaphore::new(AT_ONCE)), making: Arc::default() }
    }

    /// Whether a name needs a password.
    pub async fn exists(&self, name: &Name) -> Result<bool, AccountError> {
        let (store, name) = (self.store.clone(), name.clone());
        let found = tokio::task::spawn_blocking(move || find(&*store, &name)).await;
        Ok(found.map_err(|_| AccountError::Hashing)??.is_some())
    }

    /// Makes an account. It is durable when this returns.
    pub async fn sign_up(&self, name: Name, password: String, role: Role) -> Result<(), AccountError> {
        check(&password)?;
        let making = self.making.clone();
        self.blocking(move |store| {
            if find(store, &name)?.is_some() {
                return Err(AccountError::Exists(name));
            }
            let password = hash(&password)?;
            let record = AccountRecord { shown: name.as_str().to_owned(), password, role };
            let bytes = postcard::to_stdvec(&record).expect("an account has a plain form");
            // Hashing took its time: somebody else may have been faster.
            let _making = making.lock().expect("no maker of accounts panics");
            match find(store, &name)? {
                Some(_) => Err(AccountError::Exists(name)),
                None => Ok(store.put_account(name.key(), &bytes)?),
            }
        })
        .await
    }

    /// Checks a password and tells what its bearer may do, and the name as the account was made with.
    pub async fn sign_in(&self, name: Name, password: String) -> Result<(Name, Role), AccountError> {
        check(&password).map_err(|_| AccountError::Wrong)?;
        self.blocking(move |store| {
            let Some(bytes) = find(store, &name)? else {
                // As slow as a wrong password, so that time does not tell which names have accounts.
                hash(&password)?;
                return Err(AccountError::Wrong);
            };
            let record: AccountRecord = postcard::from_bytes(&bytes).map_err(|_| AccountError::Wrong)?;
            let parsed = PasswordHash::new(&record.password).map_err(|_| AccountError::Hashing)?;
            let fits = Argon2::default().verify_password(password.as_bytes(), &parsed);
            fits.map_err(|_| AccountError::Wrong)?;
            // A name that today's rules would not let anybody take is still its owner's.
            Ok((record.shown.parse().unwrap_or(name), record.role))
        })
        .await
    }

    /// Waits for a turn and runs `act` where blocking is allowed.
    async fn blocking<T: Send + 'static>(
        &self,
        act: impl FnOnce(&dyn Store) -> Result<T, AccountError> + Send + 'static,
    ) -> Result<T, AccountError> {
        let turn = self.turns.clone().acquire_owned().await.expect("the turns are never closed");
        let store = self.store.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            act(&*store)
        });
        done.await.unwrap_or(Err(AccountError::Hashing))
    }
}

/// An account by its name; those made before names were compared by their looks are kept under a plainer key.
fn find(store: &dyn Store, name: &Name) -> Result<Option<bytes::Bytes>, StoreError> {
    match store.account(name.key())? {
        Some(bytes) => Ok(Some(bytes)),
        None => store.account(name.plain_key()),
    }
}

fn check(password: &str) -> Result<(), AccountError> {
    if PASSWORD_BYTES.contains(&password.len()) { Ok(()) } else { Err(AccountError::PasswordLength) }
}

fn hash(password: &str) -> Result<String, AccountError> {
    let hash = Argon2::default().hash_password(password.as_bytes()).map_err(|_| AccountError::Hashing)?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{MemoryStore, WorldMeta};

    #[tokio::test]
    async fn accounts_are_made_once_and_opened_by_their_password_only() {
        let store = Arc::new(MemoryStore::new(WorldMeta { seed: 1, version: 1, created: 0 }));
        let accounts = Accounts::new(store.clone());
        let name = |text: &str| text.parse::<Name>().unwrap();
        assert!(!accounts.exists(&name("Ada")).await.unwrap());
        let short = accounts.sign_up(name("Ada"), "short".into(), Role::Member).await;
        assert_eq!(short, Err(AccountError::PasswordLength));
        accounts.sign_up(name("Ada"), "analytical engine".into(), Role::Operator).await.unwrap();
        assert!(accounts.exists(&name("ADA")).await.unwrap());
        let again = accounts.sign_up(name("ada"), "another password".into(), Role::Member).await;
        assert_eq!(again, Err(AccountError::Exists(name("ada"))));

        let (shown, role) = accounts.sign_in(name("aDa"), "analytical engine".into()).await.unwrap();
        assert_eq!((shown.as_str(), role), ("Ada", Role::Operator), "the account's own spelling counts");
        for (who, password) in [("Ada", "analytical engin"), ("Bo", "analytical engine"), ("Ada", "")] {
            assert_eq!(accounts.sign_in(name(who), password.into()).await, Err(AccountError::Wrong));
        }
        let kept = store.account(name("Ada").key()).unwrap().unwrap();
        assert!(!kept.windows(10).any(|window| window == b"analytical"), "the password itself is not kept");
    }

    #[tokio::test]
    async fn of_two_who_want_one_name_at_once_one_gets_it() {
        let store = Arc::new(MemoryStore::new(WorldMeta { seed: 1, version: 1, created: 0 }));
        let accounts = Accounts::new(store);
        let rivals = ["first password", "second password", "third password"];
        let tries = rivals.map(|password| {
            let accounts = accounts.clone();
            tokio::spawn(async move {
                accounts.sign_up("Ada".parse().unwrap(), password.into(), Role::Member).await
            })
        });
        let mut winners = Vec::new();
        for (attempt, password) in tries.into_iter().zip(rivals) {
            if attempt.await.unwrap().is_ok() {
                winners.push(password);
            }
        }
        assert_eq!(winners.len(), 1);
        let (shown, _) = accounts.sign_in("Ada".parse().unwrap(), winners[0].into()).await.unwrap();
        assert_eq!(shown.as_str(), "Ada");
    }

    #[tokio::test]
    async fn an_account_made_under_the_older_key_still_opens() {
        let store = Arc::new(MemoryStore::new(WorldMeta { seed: 1, version: 1, created: 0 }));
        let name: Name = "Tom-Thumb".parse().unwrap();
        assert_ne!(name.key(), name.plain_key(), "an m looks like rn");
        let password = hash("seven leagues").unwrap();
        let record = AccountRecord { shown: "Tom-Thumb".into(), password, role: Role::Member };
        store.put_account("tom thumb", &postcard::to_stdvec(&record).unwrap()).unwrap();
        let accounts = Accounts::new(store);
        assert!(accounts.exists(&name).await.unwrap());
        assert!(accounts.sign_in(name, "seven leagues".into()).await.is_ok());
    }
}
