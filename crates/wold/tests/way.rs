//! `wold way` as a user runs it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn wold(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wold")).arg("way").args(args).output().expect("the program runs")
}

fn json(args: &[&str]) -> Value {
    let output = wold(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn refused(args: &[&str]) -> String {
    let output = wold(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.trim().lines().count(), 1, "{text}");
    text
}

/// A folder with files in it, gone when dropped.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain path").to_owned()
    }

    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("written");
        self.path(name)
    }
}

/// A wall with a gap at its upper end.
const MAP: &str = "type octile\nheight 4\nwidth 6\nmap\n......\n..@...\n..@...\n..@...\n";
const SCEN: &str = "version 1\n0\tm\t6\t4\t0\t0\t5\t0\t5\n1\tm\t6\t4\t0\t3\t5\t3\t9.242640687\n";

/// A file of the shared data; says so if there is none.
fn data(path: &str) -> Option<String> {
    let root = std::env::var_os("WOLD_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    let path = root.join(path);
    if !path.exists() {
        println!("skipped: no data");
        return None;
    }
    path.to_str().map(str::to_owned)
}

#[test]
fn every_algorithm_solves_a_scenario() {
    let folder = Folder::new();
    let (map, scen) = (folder.file("m.map", MAP), folder.file("m.scen", SCEN));
    for algorithm in ["astar", "jps", "jps+", "theta"] {
        let run = json(&["scen", "--map", &map, "--scen", &scen, "--algorithm", algorithm, "--json"]);
        assert_eq!(
            (run["queries"].as_u64(), run["wrong_lengths"].as_u64()),
            (Some(2), Some(0)),
            "{algorithm}"
        );
        for key in ["mean_us", "p99_us", "preprocess_ms"] {
            assert!(run[key].as_f64().expect("a number") >= 0.0, "{key}");
        }
    }
    let wrong = folder.file("wrong.scen", &SCEN.replace("9.242640687", "9.1"));
    let run = json(&["scen", "--map", &map, "--scen", &wrong, "--json"]);
    assert_eq!(run["wrong_lengths"].as_u64(), Some(1), "lengths are really compared");
}

#[test]
fn one_way_is_found_and_drawn() {
    let folder = Folder::new();
    let map = folder.file("m.map", MAP);
    for algorithm in ["astar", "jps", "jps+", "theta"] {
        let png = folder.path("way.png");
        let args = ["path", "--map", &map, "--from", "0,3", "--to", "5,3", "--algorithm", algorithm];
        let run = json(&[&args[..], &["--png", &png, "--json"]].concat());
        let length = run["length"].as_f64().expect("a length");
        assert!(length <= 9.242_640_7 && length > 8.0, "{algorithm}: {length}");
        assert!(std::fs::read(&png).expect("written").starts_with(b"\x89PNG"));
        let turns = run["turns"].as_array().expect("turns");
        assert_eq!(
            (&turns[0], &turns[turns.len() - 1]),
            (&serde_json::json!([0, 3]), &serde_json::json!([5, 3]))
        );
    }
}

#[test]
fn bad_maps_and_ends_are_refused_in_one_line() {
    let folder = Folder::new();
    let map = folder.file("m.map", MAP);
    let way = |map: &str, from: &str, to: &str| refused(&["path", "--map", map, "--from", from, "--to", to]);
    assert!(way("nowhere.map", "0,0", "1,1").contains("cannot read nowhere.map"));
    assert!(way(&map, "2,2", "0,0").contains("the start is blocked"));
    assert!(way(&map, "0,0", "2,2").contains("the goal is blocked"));
    assert!(way(&map, "0,0", "6,0").contains("the goal is outside"));
    assert!(way(&map, "9,0", "0,0").contains("the start is outside"));
    assert!(way(&map, "nine", "0,0").contains("not two numbers"));
    let cut_off = folder.file("cut.map", &MAP.replace("......\n", "..@...\n"));
    assert!(way(&cut_off, "0,0", "5,0").contains("no way leads there"));
    for (name, text) in [
        ("empty.map", String::new()),
        ("short.map", MAP.replace("height 4", "height 9")),
        ("narrow.map", MAP.replace("width 6", "width 7")),
        ("huge.map", MAP.replace("width 6", "width 4000000000")),
        ("letters.map", MAP.replace("......", "..?!..")),
    ] {
        let text = way(&folder.file(name, &text), "0,0", "1,0");
        assert!(text.contains(name), "names the file: {text}");
    }
    let scen = folder.file("bad.scen", "version 1\n0\tm\t6\t4\t0\t0\n");
    assert!(refused(&["scen", "--map", &map, "--scen", &scen]).contains("line 2"));
}

/// Two rooms beside a corner.
const MESH: &str = "mesh\n2\n8 3\n0 0 1 0\n1 0 2 0 1\n2 0 1 1\n2 1 1 1\n1 1 3 0 1 2\n1 2 1 2\n0 2 1 2\n0 1 2 0 2\n\
    4 0 1 4 7 -1 1 2 -1\n4 1 2 3 4 -1 -1 -1 0\n4 7 4 5 6 0 -1 -1 -1\n";

#[test]
fn a_mesh_scenario_is_checked() {
    let folder = Folder::new();
    let mesh = folder.file("l.mesh", MESH);
    let scen = folder.file("l.scen", "version 1\n0\tm\t2\t2\t2\t1\t1\t2\t2\n");
    let run = json(&["mesh-scen", "--mesh", &mesh, "--scen", &scen, "--json"]);
    assert_eq!((run["queries"].as_u64(), run["wrong_lengths"].as_u64()), (Some(1), Some(0)));
    assert!(run["mean_us"].as_f64() > Some(0.0) && run["p99_us"].as_f64() > Some(0.0));
    let too_short = folder.file("s.scen", "version 1\n0\tm\t2\t2\t2\t1\t1\t2\t1.9\n");
    let run = json(&["mesh-scen", "--mesh", &mesh, "--scen", &too_short, "--json"]);
    assert_eq!(run["wrong_lengths"].as_u64(), Some(1));
    for (broken, says) in [
        (MESH.replace("mesh\n2\n", "mesh\n7\n"), "version 2"),
        (MESH.replace("2 0 1 1\n", "NaN 0 1 1\n"), "vertex 2"),
        (MESH.replace("4 1 2 3 4", "4 1 2 3 99"), "vertex 99"),
        (MESH.replace("2 1 1 1\n", "2 0 1 1\n").replace("4 1 2 3 4", "3 1 2 3"), "no area"),
        (MESH.replace("8 3\n", "8 4\n"), "ends"),
    ] {
        let broken = folder.file("broken.mesh", &broken);
        let text = refused(&["mesh-scen", "--mesh", &broken, "--scen", &scen]);
        assert!(text.contains("broken.mesh") && text.contains(says), "{text}");
    }
}

/// A floor of 12 by 12 metres with a wall across that leaves a gap in the east.
const OBJ: &str = "v 0 0 0\nv 12 0 0\nv 12 0 -12\nv 0 0 -12\nf 1 2 3 4\n\
    v 0 0 -5.5\nv 9 0 -5.5\nv 9 0 -6.5\nv 0 0 -6.5\nv 0 3 -5.5\nv 9 3 -5.5\nv 9 3 -6.5\nv 0 3 -6.5\n\
    f 5 6 10 9\nf 6 7 11 10\nf 7 8 12 11\nf 8 5 9 12\nf 9 10 11 12\n";

#[test]
fn a_mesh_is_baked_from_triangles_and_crossed() {
    let folder = Folder::new();
    let obj = folder.file("wall.obj", OBJ);
    for stances in [&[][..], &["--stances"]] {
        let png = folder.path("mesh.png");
        let args = ["mesh", "--obj", &obj, "--from", "1,1,0", "--to", "1,11,0", "--png", &png, "--json"];
        let run = json(&[&args[..], stances].concat());
        let length = run["length"].as_f64().expect("a length");
        assert!((18.5..26.0).contains(&length), "round the end of the wall: {length}");
        for key in ["polygons", "area", "bake_ms", "cost", "expansions"] {
            assert!(run[key].as_f64().expect("a number") > 0.0, "{key}");
        }
        assert!(run["points"].as_array().expect("points").len() >= 3);
        assert!(std::fs::read(&png).expect("written").starts_with(b"\x89PNG"));
    }
    let ends = |from: &str, to: &str| refused(&["mesh", "--obj", &obj, "--from", from, "--to", to]);
    assert!(ends("99,99,0", "1,1,0").contains("the start"));
    assert!(ends("1,1,0", "1,1").contains("not three numbers"));
    assert!(ends("4,6,3", "1,1,0").contains("the start"), "the wall is too narrow to stand on");
    for (name, text, says) in [
        ("nan.obj", OBJ.replace("v 12 0 0", "v NaN 0 0"), "line 2"),
        ("index.obj", OBJ.replace("f 9 10 11 12", "f 9 10 11 99"), "line 18"),
        ("none.obj", "v 0 0 0\n".to_owned(), "a face"),
        ("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n".to_owned(), ""),
        ("far.obj", OBJ.replace("v 12 0 0", "v 1e9 0 0"), "vertex 1"),
    ] {
        let obj = folder.file(name, &text);
        let text = refused(&["mesh", "--obj", &obj, "--from", "1,1,0", "--to", "1,11,0"]);
        assert!(text.contains(name) && text.contains(says), "{text}");
    }
}

#[test]
fn a_block_in_a_baked_level_is_gone_round_and_only_tiles_near_it_are_baked_again() {
    let folder = Folder::new();
    // A bare floor of 100 by 100 metres.
    let obj = folder.file("floor.obj", "v 0 0 0\nv 100 0 0\nv 100 0 -100\nv 0 0 -100\nf 1 2 3 4\n");
    let args = ["mesh", "--obj", &obj, "--from", "5,5,0", "--to", "5,25,0", "--json"];
    let free = json(&args);
    assert_eq!(free["tiles_baked_again"], 0);
    let blocked = json(&[&args[..], &["--block", "2,14,0:12,15,2"]].concat());
    let number = |run: &Value, key: &str| run[key].as_f64().expect("a number");
    assert!((number(&free, "length") - 20.0).abs() < 0.1, "{free}");
    assert!(number(&blocked, "length") > 20.5, "round the block: {blocked}");
    let (again, all) = (number(&blocked, "tiles_baked_again"), number(&blocked, "tiles"));
    assert!(again >= 1.0 && again < all / 2.0, "{again} of {all}");
    for (block, says) in [("1,1,0", "two corners"), ("1,1,0:2,2", "three numbers"), ("3,1,0:2,2,2", "lowest")]
    {
        let text = refused(&[&args[..], &["--block", block]].concat());
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn marked_ground_links_water_lines_and_walls_are_told_by_the_command_line() {
    let folder = Folder::new();
    let obj = folder.file("wall.obj", OBJ);
    let run = |more: &[&str]| {
        let args = ["mesh", "--obj", &obj, "--from", "1,1,0", "--to", "1,11,0", "--json"];
        json(&[&args[..], more].concat())
    };
    let number = |run: &Value, key: &str| run[key].as_f64().expect("a number");
    let plain = run(&["--ray", "--wall"]);
    assert_eq!(number(&plain, "cost"), number(&plain, "length"));
    let hit = plain["ray"]["end"][1].as_f64().expect("a number");
    assert!((4.0..5.5).contains(&hit) && plain["ray"]["wall"].is_array(), "the wall is in the way: {hit}");
    let wall = plain["walls"][0]["distance"].as_f64().expect("a number");
    // From where a body can stand at the rim, not from the rim itself.
    assert!((0.05..1.0).contains(&wall), "{wall}");
    let slow = run(&["--area", "9,0,12,12,slow", "--slow", "3"]);
    assert!(number(&slow, "cost") > number(&slow, "length") + 1.0, "the gap is slow");
    let door = run(&["--link", "4,4.8,0:4,7.2,0"]);
    let by_link = door["points"].as_array().expect("points").iter().any(|point| point["by"] == "link 0");
    assert!(by_link && number(&door, "length") < number(&plain, "length") - 3.0);
    let back = run(&["--link", "4,7.2,0>4,4.8,0"]);
    assert!(number(&back, "length") > number(&door, "length") + 3.0, "it leads the other way");
    // On one side of the wall: a swimmer is too wide for the gap.
    let pond = [
        "mesh",
        "--obj",
        &obj,
        "--from",
        "2,2,0",
        "--to",
        "9,3,0",
        "--json",
        "--stances",
        "--water",
        "-1,-1,13,13,2",
    ];
    let flooded = json(&pond);
    assert!(flooded["points"].as_array().expect("points").iter().all(|point| point["by"] == "swim"));
    let args = ["mesh", "--obj", &obj, "--from", "1,1,0", "--to", "1,11,0"];
    for (more, says) in [
        (["--area", "9,0,12,12,holy"], "does not end with a mark"),
        (["--area", "12,0,9,12,slow"], "south-western"),
        (["--area", "9,0,12,12,amphibious"], "no way leads there"),
        (["--link", "1,1,0"], "two points"),
        (["--link", "1,1,0:99,99,0"], "from the mesh"),
        (["--water", "1,2,3"], "five numbers"),
        (["--slow", "0.5"], "1 to 1000"),
    ] {
        let text = refused(&[&args[..], &more].concat());
        assert!(text.contains(says), "{text}");
    }
}

#[test]
fn flocks_fly_the_same_way_again() {
    let folder = Folder::new();
    let gif = folder.path("flock.gif");
    let args = ["flock", "--count", "60", "--steps", "40", "--seed", "3", "--gif", &gif, "--json"];
    let run = json(&args);
    assert_eq!((run["count"].as_u64(), run["steps"].as_u64()), (Some(60), Some(40)));
    assert!(run["steps_per_second"].as_f64() > Some(0.0));
    assert!(std::fs::read(&gif).expect("written").starts_with(b"GIF89a"));
    assert_eq!(json(&args)["order"], run["order"]);
    assert_ne!(json(&[&args[..], &["--sequential"]].concat())["order"], run["order"]);
    assert_ne!(
        json(&[&args[..], &["--open"]].concat())["order"],
        run["order"],
        "there is nothing to turn at"
    );
    assert!(refused(&["flock", "--count", "0"]).contains("between 1 and"));
    assert!(refused(&["flock", "--cohesion", "NaN"]).contains("a weight is"));
}

#[test]
fn the_benchmark_maps_are_solved_exactly() {
    for name in ["arena", "den312d", "brc202d"] {
        let map = data(&format!("movingai/{name}.map"));
        let (Some(map), Some(scen)) = (map, data(&format!("movingai/{name}.map.scen"))) else { return };
        let all = if name == "brc202d" { &["jps", "jps+"][..] } else { &["astar", "jps", "jps+", "theta"] };
        for algorithm in all {
            let run = json(&["scen", "--map", &map, "--scen", &scen, "--algorithm", algorithm, "--json"]);
            assert!(run["queries"].as_u64() >= Some(160));
            assert_eq!(run["wrong_lengths"].as_u64(), Some(0), "{name} by {algorithm}");
        }
    }
}

#[test]
fn the_benchmark_meshes_are_solved_and_baked() {
    let (Some(mesh), Some(scen)) = (data("navmesh/arena.mesh"), data("navmesh/arena.scen")) else { return };
    let run = json(&["mesh-scen", "--mesh", &mesh, "--scen", &scen, "--json"]);
    assert_eq!((run["queries"].as_u64(), run["wrong_lengths"].as_u64()), (Some(160), Some(0)));
    for (file, from, to) in [
        ("navmesh/nav_test.obj", "-25.9,14.7,-2", "21.9,-2,-2"),
        ("navmesh/dungeon.obj", "20,-4,10", "-20,-5,10"),
    ] {
        let Some(obj) = data(file) else { return };
        let args = ["mesh", "--obj", &obj, "--from", from, "--to", to, "--reach", "12", "--json"];
        let exact = json(&args)["length"].as_f64().expect("a length");
        let with_stances = json(&[&args[..], &["--stances"]].concat());
        assert!(with_stances["area"].as_f64() > json(&args)["area"].as_f64());
        assert!(exact > 40.0 && exact < 90.0, "{file}: {exact}");
    }
}

#[test]
fn other_maps_and_voxels_too_small_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("text").to_owned()
    };
    let (map, scen) = (file("m.map", MAP), file("m.scen", &SCEN.replace("6\t4", "512\t512")));
    assert!(refused(&["scen", "--map", &map, "--scen", &scen]).contains("512x512"));
    let tile = file("tile.map", &MAP.replace("octile", "tile"));
    assert!(refused(&["scen", "--map", &tile, "--scen", &scen]).contains("type octile"));
    let obj = file("flat.obj", "v 0 0 0\nv 20 0 0\nv 20 0 -20\nv 0 0 -20\nf 1 2 3 4\n");
    let said = refused(&["mesh", "--obj", &obj, "--from", "2,2,0", "--to", "18,17,0", "--cell", "0.001"]);
    assert!(said.contains("100000000"), "{said}");
}

/// An open square with a wall in it.
fn field(side: usize) -> String {
    let row = |y: usize| -> String {
        (0..side).map(|x| if x == side / 2 && y > 2 { '@' } else { '.' }).chain(['\n']).collect()
    };
    let rows: String = (0..side).map(row).collect();
    format!("type octile\nheight {side}\nwidth {side}\nmap\n{rows}")
}

#[test]
fn a_way_that_is_closed_again_and_again_is_mended_for_less_than_a_search_afresh() {
    let folder = Folder::new();
    let map = folder.file("field.map", &field(40));
    let told = json(&["walk", "--map", &map, "--from", "2,30", "--to", "37,30", "--close", "8", "--json"]);
    assert_eq!((&told["arrived"], &told["closed"]), (&true.into(), &8.into()));
    let count = |what: &str| told[what].as_u64().unwrap_or_else(|| panic!("{what} in {told}"));
    assert!(count("mending") > 0 && count("mending") < count("afresh"), "{told}");
    assert!(refused(&["walk", "--map", &map, "--from", "2,30", "--to", "90,30"]).contains("90,30"));
}

#[test]
fn a_crowd_is_answered_within_its_budget_and_a_bound_saves_steps() {
    let folder = Folder::new();
    let map = folder.file("field.map", &field(60));
    let ask = |bound: &str| {
        json(&[
            "crowd",
            "--map",
            &map,
            "--count",
            "200",
            "--bound",
            bound,
            "--steps",
            "2000",
            "--patience",
            "500",
            "--json",
        ])
    };
    let (exact, loose) = (ask("1"), ask("1.5"));
    for told in [&exact, &loose] {
        assert_eq!((&told["whole"], &told["asked"]), (&200.into(), &200.into()), "{told}");
        assert!(told["ticks"].as_u64().is_some_and(|ticks| ticks >= 1), "{told}");
    }
    assert!(exact["longer_percent"].as_f64().is_some_and(|longer| longer.abs() < 1e-6), "{exact}");
    assert!(loose["steps"].as_u64() <= exact["steps"].as_u64(), "{loose} {exact}");
    assert!(refused(&["crowd", "--map", &map, "--count", "0"]).contains("--count"));
}
