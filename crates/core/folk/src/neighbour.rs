//! An inhabitant that lives among others: it has a trade, a memory and opinions.
//!
//! It goes about its day by the plan of its trade and by its needs, remembers what it sees people do, tells what it knows to whom it
//! respects by real speech, believes or doubts what it hears, and treats people by the respect it has for them. It knows nothing but
//! what its guest is sent.
//!
//! This is the conductor: it owns the parts, lends each the [`Mindset`] and a moment, and carries what one says to the other. No part knows another.

use super::barks::Remarks;
use super::beliefs::Outlook;
use super::bent::{Bent, Stance};
use super::calling::{self, ACTIONS, CHILD, Calling, ELDER};
use super::carter::{Carter, Journey};
use super::chat::Chat;
use super::chats::Chats;
use super::conduct::Conduct;
use super::converse::Converse;
use super::counter;
use super::courtship::Courtship;
use super::day::{Day, Plan};
use super::diary::{Entry, Ground, What};
use super::errands::Errands;
use super::fight::{Counsel, Ring};
use super::grudge::Grudge;
use super::habits::Habits;
use super::haunts::Haunts;
use super::hunt::Hunts;
use super::keepsake::Keepsake;
use super::kinfolk::{Kinfolk, Mourning};
use super::livelihood;
use super::mindset::Mindset;
use super::moment::{Ken, Moment};
use super::nose::Nose;
use super::rows::TOWN;
use super::sleuth::Sleuth;
use super::stalk::Stalk;
use super::thirst::{Search, Thirst};
use super::till::Till;
use super::toil::Toil;
use super::villager::steps;
use super::voice::{Scene, Voice};
use super::want::is_desperate;
use super::window::{Glimpse, Sill, Window};
use super::{Mind, SharedMap, Villager, VillagerConfig, Walk, Wish};
use std::sync::Arc;
use wold_chance::{Seed, Stream};
use wold_guest::known::Known;
use wold_lore::Stage;
use wold_mind::gossip::BeingId;
use wold_mind::living::{Decision, Doing, Trade};
use wold_wire::{Gait, Intent};

/// The neighbour's mind.
pub struct Neighbour {
    calling: Calling,
    /// The trade it has when it is neither a child nor old.
    vocation: &'static Trade,
    kinfolk: Kinfolk,
    courtship: Courtship,
    mind: Mindset,
    stream: Stream,
    body: Villager,
    day: Day,
    conduct: Conduct,
    converse: Converse,
    errands: Errands,
    toil: Toil,
    stalk: Stalk,
    carter: Carter,
    till: Till,
    thirst: Thirst,
    habits: Habits,
    /// What it knows of people's ways in a town that is not its own: nothing.
    strange: Habits,
    sleuth: Sleuth,
    grudge: Grudge,
    remarks: Remarks,
    nose: Nose,
    chat: Chat,
    voice: Voice,
    outlook: Outlook,
    bent: Option<Bent>,
    ring: Ring,
    counsel: Counsel,
    hunts: Hunts,
    own: Seed,
    sill: Sill,
}

impl Neighbour {
    /// A neighbour; trade and character follow from seed and name. Guards are not born but appointed by the world.
    #[must_use]
    pub fn new(seed: Seed, name: &str, habits: VillagerConfig) -> Self {
        let key: Vec<u64> = name.bytes().map(u64::from).collect();
        let mut stream = Stream::named(seed, "neighbour", &key);
        let (calling, temper) = Calling::draw(name, &mut stream);
        let first_words = stream.range(0.1, TOWN.day.wake_seconds);
        let own = seed.child("neighbour", &key);
        let neighbour = Self {
            calling,
            vocation: calling.trade,
            kinfolk: Kinfolk::default(),
            courtship: Courtship::default(),
            mind: Mindset::new(name, temper),
            stream,
            body: Villager::new(seed, name, habits),
            day: Day::new(own),
            conduct: Conduct::default(),
            converse: Converse::from(steps(first_words)),
            errands: Errands::default(),
            toil: Toil::default(),
            stalk: Stalk::default(),
            carter: Carter::default(),
            till: Till::default(),
            thirst: Thirst::default(),
            habits: Habits::default(),
            strange: Habits::default(),
            sleuth: Sleuth::default(),
            grudge: Grudge::default(),
            remarks: Remarks::new(own),
            nose: Nose::default(),
            chat: Chat::new(Chats::default(), own),
            voice: Voice::new(own),
            outlook: Outlook::default(),
            bent: None,
            ring: Ring::default(),
            counsel: Counsel::default(),
            hunts: Hunts::default(),
            own,
            sill: Sill::new(own.0),
        };
        neighbour.practising(calling.trade)
    }

    /// The neighbour with a map of the world's roads.
    #[must_use]
    pub fn with_map(mut self, map: SharedMap) -> Self {
        self.body = self.body.with_map(map.clone());
        self.day.know(map);
        self
    }

    /// The neighbour living in the how-manieth town people settle, if it has a map; 0 is the one the world begins in, and the default.
    #[must_use]
    pub fn of_town(mut self, town: usize) -> Self {
        self.day.settle(town);
        self
    }

    /// The neighbour with the trade of the how-manieth of a town's people: each trade has its share of hands. Nobody carries goods to another town unless people live there.
    #[must_use]
    pub fn of_number(self, number: usize, is_next_settled: bool) -> Self {
        match calling::shared_out(number, is_next_settled) {
            Some(trade) => self.practising(trade),
            None => self,
        }
    }

    /// The neighbour with another trade, by name; one that nobody has heard of changes nothing.
    #[must_use]
    pub fn of_trade(self, name: &str) -> Self {
        match calling::trade(name) {
            Some(trade) => self.practising(trade),
            None => self,
        }
    }

    /// The neighbour with a trade of one's own making, from a data file.
    #[must_use]
    pub fn practising(mut self, trade: &'static Trade) -> Self {
        self.vocation = trade;
        self.take_up(trade);
        self
    }

    /// The neighbour with what it remembered when it was last put down.
    #[must_use]
    pub fn remembering(mut self, keepsake: Keepsake) -> Self {
        keepsake.restore(&mut self.mind);
        self
    }

    /// The neighbour minding a ring: who shares one knows what the others are up to.
    #[must_use]
    pub fn with_ring(mut self, ring: Ring) -> Self {
        self.bent = self.bent.map(|bent| bent.minding(&ring).counselled(self.counsel.clone()));
        self.ring = ring;
        self
    }

    /// The neighbour asking where to fall back and hide by a counsel it shares with others.
    #[must_use]
    pub fn with_counsel(mut self, counsel: Counsel) -> Self {
        self.bent = self.bent.map(|bent| bent.counselled(counsel.clone()));
        self.counsel = counsel;
        self
    }

    /// The neighbour searching together with others who share these searches.
    #[must_use]
    pub fn with_hunts(mut self, hunts: Hunts) -> Self {
        self.bent = self.bent.map(|bent| bent.hunting(hunts.clone()));
        self.hunts = hunts;
        self
    }

    /// The neighbour talking with others who share these conversations.
    #[must_use]
    pub fn with_chats(mut self, chats: Chats) -> Self {
        self.chat = self.chat.among(chats);
        self
    }

    /// A window into its mind, for lookers-in.
    #[must_use]
    pub fn window(&self) -> Window {
        self.sill.open(self.glimpse())
    }

    /// Its mind as it is now: a copy.
    #[must_use]
    pub fn glimpse(&self) -> Glimpse {
        Glimpse {
            mindset: self.mind.clone(),
            trade: &self.calling.trade.name,
            profile: &self.calling.profile.name,
            home: self.day.haunts().map(Haunts::home),
            decision: self.day.decision(),
            bent: self.bent.as_ref().map_or(("", Vec::new()), |bent| (bent.name(), bent.current())),
            quarry: self.bent.as_ref().and_then(|bent| bent.hunter().quarry()),
            suspects: self.sleuth.suspects(&self.mind),
            shops: self.errands.ranked().to_vec(),
        }
    }

    /// What it holds.
    #[must_use]
    pub fn mindset(&self) -> &Mindset {
        &self.mind
    }

    /// What it holds, for whoever makes it: respects it begins with, things it is to remember.
    pub fn mindset_mut(&mut self) -> &mut Mindset {
        &mut self.mind
    }

    /// What it decided last.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.day.decision()
    }

    /// Its trade.
    #[must_use]
    pub fn trade(&self) -> &'static Trade {
        self.calling.trade
    }

    fn take_up(&mut self, trade: &'static Trade) {
        self.calling.trade = trade;
        let bent = Bent::named(trade.bent.as_deref().unwrap_or("townsman"));
        self.bent = bent.map(|bent| {
            bent.minding(&self.ring)
                .counselled(self.counsel.clone())
                .hunting(self.hunts.clone())
                .seeded(self.own)
        });
        self.body.stock(if trade.sells || trade.supplies { TOWN.day.stock } else { 0 });
        self.body.forage(trade.supplies);
        self.day.decide_by(0);
    }

    /// Takes up another trade: there is no work to be had at its own.
    fn change_trade(&mut self, known: &Known) {
        self.toil.begin_anew();
        if let Some(trade) = livelihood::another(known, self.calling.trade, &mut self.stream) {
            self.take_up(trade);
        }
    }

    fn moment<'a>(&self, known: &'a Known, asleep: bool) -> Moment<'a> {
        let at_post = self.body.keeps_post(known);
        let town = self.day.haunts().map(Haunts::town);
        Moment { known, calling: self.calling, decision: self.day.decision(), at_post, asleep, town }
    }

    /// Lets time pass: needs grow, and shrink by what is being done where it is to be done.
    fn pass_time(&mut self, known: &Known) {
        // Who drinks must reach the water, and who freezes a roof.
        let serves = |decision: &Decision| !matches!(decision.doing, Doing::Drink | Doing::Warm);
        let there = self.body.keeps_post(known) || self.toil.is_at_work();
        let at_it = self.day.decision().filter(serves).filter(|_| there);
        self.mind.pass_time(known, at_it.map(|decision| decision.doing.serves()));
        let wants = self.day.decision().map(|decision| decision.doing);
        self.mind.annals.note(known.step(), wants, &self.mind.needs);
    }

    /// Whom the world makes a guard takes up that trade.
    fn heed_duty(&mut self, known: &Known) {
        let on_duty = known.surroundings().is_some_and(|around| around.here.duty);
        if on_duty
            && !self.calling.is_guard()
            && let Some(guard) = calling::trade("guard")
        {
            self.take_up(guard);
        }
    }

    /// Who hears of its family knows what they are to it, and lives as its age asks.
    fn heed_kin(&mut self, known: &Known) {
        let Some(stage) = self.kinfolk.heed(known, &mut self.mind) else { return };
        let by_age = match stage {
            Stage::Child => calling::trade(CHILD),
            // A stall and an inn are kept as long as one can stand.
            Stage::Old if !self.vocation.sells => calling::trade(ELDER),
            Stage::Old | Stage::Grown => None,
        };
        let trade = by_age.unwrap_or(self.vocation);
        if trade.name != self.calling.trade.name && !self.calling.is_guard() {
            self.take_up(trade);
        }
    }

    /// Looks around and listens.
    fn take_in(&mut self, moment: &Moment<'_>) -> Vec<Wish> {
        let (mind, stream) = (&mut self.mind, &mut self.stream);
        let perceived = self.conduct.perceive(moment, mind, stream);
        self.body.smalltalk().shun(perceived.shunned);
        let own = mind.memory.own();
        perceived.suffered.iter().for_each(|matter| self.sleuth.see(matter, own));
        self.sleuth.look(moment.known, mind);
        let wrong = self.outlook.look(moment.known, mind);
        for wrong in &wrong {
            mind.stand_corrected(moment.known, wrong);
            let ken = ken(&self.day, &self.habits, &self.strange);
            if let Some(thought) = Outlook::infer(moment.known, mind, wrong, ken) {
                let whom = mind.names.of(thought.about).to_owned();
                let entry = Entry::new(moment.known.tick(), What::Believed, Ground::Inferred).of(&whom);
                mind.diary
                    .note(entry.at(thought.place().map_or(mind.place, |(at, _)| at)).saying("is there"));
            }
        }
        if let Some(town) = self.day.at_home() {
            self.habits.look(moment.known, town);
        }
        perceived.answers.into_iter().for_each(|said| self.converse.answer(said));
        self.body.leave_alone(counter::wares(moment));
        let lines = self.converse.take_in(moment.known, &mind.name);
        lines.iter().for_each(|line| self.errands.overhear(line, &mind.name, moment.known.step()));
        let ken = ken(&self.day, &self.habits, &self.strange);
        let heard = self.converse.listen(moment, &lines, mind, ken, stream);
        for tale in &heard.tales {
            self.sleuth.hear(tale, own);
            if let Some(told) = self.outlook.hear(moment.known, tale, mind) {
                let whom = mind.names.of(told.about).to_owned();
                let ground = Ground::of(told.basis, |by| mind.names.of(by).to_owned());
                let entry = Entry::new(moment.known.tick(), What::Believed, ground).of(&whom);
                mind.diary.note(entry.at(told.place().map_or(mind.place, |(at, _)| at)).saying("is there"));
            }
        }
        if let Some((slot, to)) = heard.alms {
            self.errands.give(slot, to);
        }
        perceived.wishes
    }

    /// Decides now and then what to do, and takes its post for it.
    fn decide(&mut self, moment: &Moment<'_>) {
        let known = moment.known;
        if let Some((_, since)) = self.conduct.afraid_of(known.step()) {
            let reaction = self.calling.profile.reaction;
            if since + steps(reaction + 1.0) > known.step() {
                self.day.decide_by(known.step() + steps(reaction));
            }
        }
        let before = self.day.decision().map(|decision| (decision.doing, decision.at));
        let Some(plan) = self.day.decide(moment, &mut self.mind, &mut self.stream) else { return };
        let Plan { decision, post, depart } = plan;
        if before != Some((decision.doing, decision.at)) {
            let more = format!("to {:?} at {:?}", decision.doing, decision.at).to_lowercase();
            self.mind.diary.note(Entry::new(known.tick(), What::Decided, Ground::Inferred).saying(&more));
        }
        let occasion = calling::occasion(known.day_number());
        self.body.smalltalk().concern(&self.calling.trade.name, decision.at.label(), occasion);
        self.kinfolk.recall(known, &self.mind);
        let presses = matches!(decision.doing, Doing::Drink | Doing::Sleep | Doing::Warm | Doing::Flee);
        self.body.take_time(!presses);
        if decision.doing == Doing::Drink {
            match self.thirst.seek(known, &mut self.mind, self.day.haunts()) {
                Search::Go(post) => self.body.take_post(post),
                Search::Ask(asked) => self.converse.answer(asked),
                Search::Stay => {}
            }
        }
        let elsewhere = post.is_some();
        post.into_iter().for_each(|post| self.body.take_post(post));
        match self.kinfolk.mourn(known, decision, elsewhere) {
            Mourning::Go(post) => self.body.take_post(post),
            Mourning::Over => self.day.come_back(),
            Mourning::No => {}
        }
        // Goods and news go by the road in haste: nobody wants to be on it by night.
        let pace = if self.calling.trade.carries.is_empty() { Gait::Walk } else { Gait::Run };
        depart.into_iter().for_each(|town| self.body.depart(known, town, pace));
    }

    /// Who carries goods looks at what things cost here, drinks and takes the road when it is time.
    fn cart(&mut self, moment: &Moment<'_>) {
        if self.calling.trade.carries.is_empty() {
            return;
        }
        let towns = self.day.towns(moment.known);
        match self.carter.mind(moment, &mut self.mind, towns) {
            Journey::Stay => {}
            Journey::Drink => {
                if let Search::Go(post) = self.thirst.seek(moment.known, &mut self.mind, self.day.haunts()) {
                    self.body.take_post(post);
                }
            }
            Journey::To(town) => self.day.travel(moment.known, town),
        }
        self.errands.cart(self.carter.cargo());
    }

    /// What it does besides its trade, if anything now.
    fn up_to(&mut self, known: &Known, walk: Walk) -> Option<Vec<Wish>> {
        let stance = Stance {
            outrage: self.conduct.outraged_by(known.step()),
            guards: self.conduct.guards(),
            sleuth: &self.sleuth,
            ken: ken(&self.day, &self.habits, &self.strange),
        };
        self.bent.as_mut()?.act((known, walk), &mut self.mind, stance)
    }

    /// Runs from who frightened it, as long as it is frightened and not in a fight it means to win. Nothing if it does not.
    fn flee(&mut self, known: &Known, walk: Walk) -> Option<Vec<Wish>> {
        let (whom, _) = self.conduct.afraid_of(known.step())?;
        let bent = self.bent.as_mut().filter(|bent| !bent.is_fighting())?;
        let danger = known.entities().values().find(|other| BeingId::named(&other.card.name) == whom)?;
        let near = danger.state.place().distance(known.place()) < TOWN.day.flee_metres;
        let flees = self.day.decision().is_some_and(|decision| decision.doing == Doing::Flee);
        (near && flees).then(|| bent.flee_from(known, walk, danger))
    }
}

impl Neighbour {
    fn live(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        self.pass_time(known);
        self.heed_duty(known);
        self.heed_kin(known);
        let asleep = self.moment(known, false);
        let asleep = asleep.is_doing(Doing::Sleep) && asleep.at_post;
        let before = self.moment(known, asleep);
        self.thirst.pass_by(&before, &self.mind);
        let drawn = self.thirst.draw(&before, &mut self.mind);
        if known.is_fallen() {
            if let Some(bent) = &mut self.bent {
                bent.fell(known);
            }
            self.chat.fell(known);
            return self.body.think(known, walk);
        }
        let mut wishes = self.take_in(&before);
        wishes.extend(drawn);
        self.cart(&before);
        self.decide(&before);
        let moment = self.moment(known, asleep);
        let fights = self.bent.as_ref().is_some_and(Bent::is_fighting);
        let desperate = is_desperate(&self.mind.needs) && !fights;
        self.body.excuse(desperate);
        let up_to = |it: &mut Self| if desperate { None } else { it.up_to(known, walk) };
        let scent = |it: &mut Self| if asleep { None } else { it.nose.follow(&moment, walk, &mut it.mind) };
        let talk = |it: &mut Self| it.chat.act(&moment, walk, &mut it.mind);
        let stalk = |it: &mut Self| {
            let about = it.body.post_at();
            if asleep { None } else { it.stalk.hunt(&moment, walk, about, &mut it.stream) }
        };
        let pressing = self.flee(known, walk).or_else(|| up_to(self));
        let pressing = pressing.or_else(|| stalk(self)).or_else(|| scent(self));
        let deeds = pressing.or_else(|| talk(self)).or_else(|| {
            let ken = ken(&self.day, &self.habits, &self.strange);
            let errands = (!asleep).then(|| self.errands.run(&moment, &self.mind, ken, &mut self.stream));
            let about = self.body.post_at();
            errands.flatten().or_else(|| self.toil.work(&moment, walk, about))
        });
        wishes.extend(deeds.unwrap_or_else(|| self.body.think(known, walk)));
        wishes.extend(self.till.mind(&moment, &self.mind, self.carter.cargo()));
        if self.toil.is_idle() {
            self.change_trade(known);
        }
        let speaks = |wishes: &[Wish]| wishes.iter().any(|wish| matches!(wish, Wish::Do(Intent::Say { .. })));
        if !asleep && !speaks(&wishes) {
            self.conduct.tell_off(known, &self.mind, &mut wishes);
        }
        if !asleep && !speaks(&wishes) {
            wishes.extend(self.grudge.act(known, &self.mind).into_iter().flatten());
        }
        if !asleep && !speaks(&wishes) {
            wishes.extend(self.sleuth.act(&moment, &self.mind).into_iter().flatten());
            if let Some((whom, matter)) = self.sleuth.take_accused() {
                let more = &ACTIONS.row(matter.action).past;
                let entry = Entry::new(known.tick(), What::Accused, Ground::Inferred).of(&whom);
                self.mind.diary.note(entry.saying(more));
            }
        }
        if !asleep && !speaks(&wishes) {
            wishes.extend(self.remarks.remark(known));
        }
        if !asleep && !speaks(&wishes) {
            wishes.extend(self.courtship.act(known, &mut self.mind, &mut self.stream));
        }
        if !asleep && !speaks(&wishes) {
            wishes.extend(self.kinfolk.lament(known, &self.mind, &mut self.stream));
        }
        if !speaks(&wishes) {
            self.converse.speak(&moment, &mut self.mind, &mut self.stream, &mut wishes);
        }
        self.put_into_words(known, wishes)
    }

    /// Says what it means in its own words, and nothing twice a day.
    fn put_into_words(&mut self, known: &Known, wishes: Vec<Wish>) -> Vec<Wish> {
        let scene = Scene {
            known,
            mind: &self.mind,
            town: self.day.haunts(),
            trade: &self.calling.trade.name,
            occasion: calling::occasion(known.day_number()),
            kinfolk: &self.kinfolk,
        };
        let voice = &mut self.voice;
        let worded = |wish| match wish {
            Wish::Do(intent) => voice.put(intent, &scene).map(Wish::Do),
            wish => Some(wish),
        };
        wishes.into_iter().filter_map(worded).collect()
    }
}

/// What somebody knows of the town it stays in, and of the ways of its people.
fn ken<'a>(day: &'a Day, habits: &'a Habits, strange: &'a Habits) -> Ken<'a> {
    Ken { town: day.haunts(), habits: if day.at_home().is_some() { habits } else { strange } }
}

impl Mind for Neighbour {
    fn think(&mut self, known: &Known, walk: Walk) -> Vec<Wish> {
        let wishes = self.live(known, walk);
        if let Some(window) = self.sill.due(known.step()).cloned() {
            window.show(Arc::new(self.glimpse()));
        }
        wishes
    }

    fn keepsake(&self) -> Option<Keepsake> {
        Some(Keepsake::of(&self.mind))
    }
}
