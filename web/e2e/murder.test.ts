/** A murder before witnesses, as who did it meets it: the guard comes, the shop refuses, kin of the dead accuse. `WOLD_IMAGES=1` keeps a picture. */
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { THING_AXE } from "../src/land/kinds";
import type { StateMessage } from "../src/inspect/protocol";
import type { Question, Report } from "../src/inspect/reports";
import { Player, openBrowser } from "./support/player";
import { startServer, type Server } from "./support/server";
import { comes, until } from "./support/until";

/** The limit of each test here: a town must wake, and a murder be seen. */
const PATIENCE = 240_000;
/** Ticks an arm rests after a blow, and one for the way to the host. */
const BLOW = 15;
/** Ticks of a minute of the world, within which the town answers. */
const MINUTE = 60 * 20;
const REACH = 1.9;
const images = Boolean(process.env.WOLD_IMAGES);
