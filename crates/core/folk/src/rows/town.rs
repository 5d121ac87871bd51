//! How people spend their days in a town and get by from each other.

use super::{rows, table};

table! {
    /// How people spend their days in a town and get by from each other.
    TOWN: Town in "town.toml" {
        day: Days,
        patience: Patient,
        needs: Need,
        errands: Errand,
        stealing: Stealing,
        sellers: Sellers,
        stall: Stalls,
        gathering: Gathering,
        drinking: Drinking,
        habits: Habit,
    }
}

rows! {
    /// What somebody does.
    struct Days {
        /// Seconds between two decisions, besides one's slowness.
        decide_seconds: f64 => [0.0, 3600.0],
        /// Metres within which one flees from somebody.
        flee_metres: f64 => [0.0, 500.0],
        /// Seconds within which one speaks after waking.
        wake_seconds: f64 => [0.2, 3600.0],
        /// Things kept by who sells, or brings what it gathers to those who sell.
        stock: usize => [0.0, 100.0],
    }
}

rows! {
    /// Who cannot get what it needs.
    struct Patient {
        /// Hours after which somebody gives up: long enough to cross a town and wait one's turn at its well.
        in_vain_hours: f64 => [0.0, 1000.0],
        /// And for how long.
        given_up_hours: f64 => [0.0, 1000.0],
        /// The level from which a need presses.
        pressing: f64 => [0.0, 1.0],
        /// The level of a need at the end of one's tether.
        utmost: f64 => [0.0, 1.0],
        /// How much a level has to fall before a want counts as served.
        served: f64 => [0.0, 1.0],
    }
}

rows! {
    /// What makes needs grow and shrink.
    struct Need {
        /// Degrees at which nobody freezes.
        mild: f64 => [-50.0, 50.0],
        /// How many less make it unbearable.
        bitter: f64 => [1.0, 100.0],
        /// How much of their pace needs keep while one sleeps: nobody wakes parched from a night's rest.
        asleep: f64 => [0.0, 1.0],
        /// How much of a need an hour of what serves it takes away.
        served_an_hour: f64 => [0.0, 1.0],
    }
}

rows! {
    /// What somebody goes to others for.
    struct Errand {
        /// Metres within which somebody is walked up to.
        near_metres: f64 => [0.0, 500.0],
        /// Metres within which a thing is eyed, or somebody one looks for is met.
        eye_metres: f64 => [0.0, 500.0],
        /// Metres farther than that at which an errand is given up.
        give_up_metres: f64 => [0.0, 500.0],
        /// Seconds an errand may take.
        errand_seconds: f64 => [0.0, 3600.0],
        /// Seconds until the next is thought of.
        between_seconds: f64 => [0.0, 3600.0],
        /// Seconds until one deals with the same person again.
        deal_again_seconds: f64 => [0.0, 86400.0],
        /// Metres over which people deal.
        counter_metres: f64 => [0.1, 10.0],
        /// Metres within which who came to deal walks up to a dealer.
        market_metres: f64 => [0.0, 500.0],
        /// Metres farther one goes to who is held in the highest respect than to who is held in none.
        liked_metres: f64 => [0.0, 500.0],
        /// Seconds until the same person is asked again.
        ask_again_seconds: f64 => [0.0, 86400.0],
        /// Seconds until anybody is.
        ask_anybody_seconds: f64 => [0.0, 86400.0],
        /// Hunger, of 255, from which who earns nothing asks, and below twice which one gives.
        peckish: u8 => [0.0, 127.0],
        /// Hunger, of 255, from which one leaves what one does to look for a seller.
        hungry: u8 => [0.0, 255.0],
        /// Health, of 255, below which a friend needs a herb.
        wounded: u8 => [0.0, 255.0],
        /// Respect from which somebody is tended.
        tended: f64 => [0.0, 1.0],
        /// Metres an owner must be away from a thing before a thief dares.
        unwatched_metres: f64 => [0.0, 100.0],
    }
}

rows! {
    /// Those who take what is others'.
    struct Stealing {
        /// Things taken in a day that are enough.
        haul: usize => [0.0, 100.0],
        /// Days for which one whom the law took keeps its hands to itself.
        wary_days: u32 => [0.0, 1000.0],
    }
}

rows! {
    /// Who looks for a seller.
    struct Sellers {
        /// Seconds a seller without goods is left alone.
        sold_out_seconds: f64 => [0.0, 86400.0],
        /// And one who does not deal with oneself.
        refused_seconds: f64 => [0.0, 86400.0],
        /// Seconds somebody looks for a seller.
        seek_seconds: f64 => [0.0, 3600.0],
        /// Seconds between two settings-out.
        again_seconds: f64 => [0.0, 3600.0],
        /// Metres from where it should be that are there.
        arrived_metres: f64 => [0.5, 100.0],
        /// How likely a seller must be somewhere to be looked for there.
        likely: f64 => [0.0, 1.0],
    }
}

rows! {
    /// Who keeps a stall.
    struct Stalls {
        /// Metres around a post in the market within which a stall is looked for.
        stall_metres: f64 => [0.0, 500.0],
        /// Seconds until the next ware is laid out.
        lay_again_seconds: f64 => [0.0, 3600.0],
        /// Wares kept in the bag.
        in_bag: usize => [0.0, 100.0],
        /// Wares laid out.
        laid_out: usize => [0.0, 100.0],
    }
}

rows! {
    /// Who picks what lies or grows there.
    struct Gathering {
        /// Metres within which food is gone for by who has none or gathers.
        food_metres: f64 => [0.0, 500.0],
        /// Metres within which it is handy to who has some.
        handy_metres: f64 => [0.0, 500.0],
        /// Metres from its post within which it gathers: who goes on from berry to berry is lost.
        post_metres: f64 => [0.0, 5000.0],
    }
}

rows! {
    /// Who is thirsty.
    struct Drinking {
        /// Metres from which one drinks, and within which water is seen to be there or not.
        reach_metres: f64 => [0.5, 50.0],
        /// Metres within which somebody is asked.
        ask_metres: f64 => [0.0, 500.0],
        /// The level of thirst from which one drinks at a well one passes.
        gladly: f64 => [0.0, 1.0],
        /// Seconds between two times of saying that one wants the bucket.
        say_seconds: f64 => [0.05, 60.0],
    }
}

rows! {
    /// Where others are usually found.
    struct Habit {
        /// Seconds between two looks at who is where.
        look_seconds: f64 => [0.0, 3600.0],
        /// Fewest sightings from which anything is foreseen.
        fewest: usize => [1.0, 32.0],
    }
}
