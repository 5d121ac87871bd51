//! Layers, bad files, and a printed configuration that says the same.

use super::*;

fn file(text: &str) -> Result<ConfigLayer, ConfigError> {
    ConfigLayer::from_toml(text, Path::new("wold.toml"))
}

fn environment(variables: &[(&str, &str)]) -> Result<(ConfigLayer, Vec<String>), ConfigError> {
    ConfigLayer::from_environment(variables.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())))
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let file = file("seed = 1\nport = 1000\ninhabitants = 7\nbind = '0.0.0.0'\ninsecure = true").unwrap();
    let (environment, _) = environment(&[("WOLD_PORT", "2000"), ("WOLD_SEED", "2"), ("HOME", "/")]).unwrap();
    let flags = ConfigLayer { seed: Some(3), ..ConfigLayer::default() };
    let config = Config::from_layers(file, environment, flags).unwrap();
    assert_eq!((config.seed, config.port, config.inhabitants), (3, 2000, 7));
    assert_eq!(config.bind, IpAddr::from([0, 0, 0, 0]));
    assert_eq!(config.max_guests, Config::default().max_guests, "what nobody says has its default");
}

#[test]
fn a_typo_in_a_file_is_refused_with_its_line() {
    let refused = file("# a world\nseed = 1\nprot = 7801\n").unwrap_err();
    let ConfigError::Line { line: 3, reason, .. } = &refused else { panic!("{refused}") };
    assert!(reason.contains("unknown field `prot`"), "{reason}");
    assert!(refused.to_string().starts_with("wold.toml:3: ") && !refused.to_string().contains('\n'));
    for (text, line) in [("seed = \n", 1), ("seed = 1\nport = 'x'\n", 2), ("\n\nport = 70000", 3), ("a b", 1)]
    {
        let refused = file(text).unwrap_err();
        assert!(
            matches!(refused, ConfigError::Line { line: found, .. } if found == line),
            "{text:?}: {refused}"
        );
    }
    assert!(matches!(
        ConfigLayer::from_file(Path::new("no such file.toml")),
        Err(ConfigError::Unreadable { .. })
    ));
}

#[test]
fn variables_of_every_kind_are_understood() {
    let variables = [
        ("WOLD_DATA_DIR", "some where/world"),
        ("WOLD_NAME", "42"),
        ("WOLD_WEBTRANSPORT", "false"),
        ("WOLD_HOST_NAMES", "['a.example', 'b.example']"),
        ("WOLD_BIND", "::1"),
        ("WOLD_PROT", "1"),
    ];
    let (layer, unknown) = environment(&variables).unwrap();
    assert_eq!(layer.data_dir, Some(PathBuf::from("some where/world")));
    assert_eq!((layer.name.as_deref(), layer.webtransport), (Some("42"), Some(false)));
    assert_eq!(layer.host_names.unwrap(), ["a.example", "b.example"]);
    assert_eq!(layer.bind, Some("::1".parse().unwrap()));
    assert_eq!(unknown, ["WOLD_PROT"]);
    let refused = environment(&[("WOLD_PORT", "seven")]).unwrap_err().to_string();
    assert!(refused.starts_with("WOLD_PORT=\"seven\": ") && !refused.contains('\n'), "{refused}");
    let smuggled = environment(&[("WOLD_PORT", "1\nseed = 5")]);
    assert!(smuggled.is_err() || smuggled.unwrap().0.seed.is_none(), "a variable sets what it names");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refuse = |layer: ConfigLayer| {
        Config::from_layers(layer, ConfigLayer::default(), ConfigLayer::default()).unwrap_err().to_string()
    };
    let none = ConfigLayer::default;
    assert!(refuse(ConfigLayer { tls_key: Some("k".into()), ..none() }).contains("needs tls_certificate"));
    assert!(refuse(ConfigLayer { tls_certificate: Some("c".into()), ..none() }).contains("needs tls_key"));
    assert!(
        refuse(ConfigLayer { max_guests: Some(0), ..none() }).starts_with("max_guests: 0 is not between")
    );
    assert!(refuse(ConfigLayer { seed: Some(u64::MAX), ..none() }).starts_with("seed: "));
}

#[test]
fn the_printed_file_says_the_same_and_keeps_the_secret() {
    let config = Config {
        seed: 42,
        name: "A \"quoted\" name".to_owned(),
        world: Some("worlds/isle.toml".into()),
        host_names: vec!["a.example".to_owned()],
        ..Config::default()
    };
    let printed = config.print();
    let read = file(&printed).unwrap();
    assert_eq!(Config::from_layers(read, ConfigLayer::default(), ConfigLayer::default()), Ok(config.clone()));
    for name in ConfigLayer::NAMES {
        assert!(printed.contains(name), "{name} is printed");
    }
    let secret = Config { operator_token: Some("correct horse battery".to_owned()), ..config };
    assert!(!secret.print().contains("correct horse"));
}

#[test]
fn settings_reach_the_parts_they_are_for() {
    let config = Config {
        max_guests: 9,
        idle_seconds: 7,
        resume_seconds: 5,
        commit_milliseconds: 10,
        ..Config::default()
    };
    let limits = config.transport().limits;
    assert_eq!((limits.guests.total, limits.idle), (9, Duration::from_secs(7)));
    assert_eq!(config.register().grace, Duration::from_secs(5));
    assert_eq!(config.scribe().interval, Duration::from_millis(10));
    let files = Config { tls_certificate: Some("c".into()), tls_key: Some("k".into()), ..config };
    assert_eq!(files.transport().certificate, Certificate::Files { chain: "c".into(), key: "k".into() });
}

#[test]
fn passwords_do_not_travel_in_clear_by_accident() {
    let open = || ConfigLayer { bind: Some("0.0.0.0".parse().unwrap()), ..ConfigLayer::default() };
    let settle = |layer| Config::from_layers(ConfigLayer::default(), ConfigLayer::default(), layer);
    let refused = settle(open()).unwrap_err().to_string();
    assert!(refused.contains("in clear") && refused.contains("--insecure"), "{refused}");
    for willed in [
        ConfigLayer { insecure: Some(true), ..open() },
        ConfigLayer { trusted_proxies: Some(vec!["10.0.0.1".parse().unwrap()]), ..open() },
        ConfigLayer { tls_certificate: Some("c".into()), tls_key: Some("k".into()), ..open() },
        ConfigLayer { bind: Some("::1".parse().unwrap()), ..ConfigLayer::default() },
    ] {
        assert!(settle(willed).is_ok());
    }
}
