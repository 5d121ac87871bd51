/**
 * Messages for tests, as the Rust side writes them. Written by a test, not by hand:
 * WOLD_BLESS=1 cargo nextest run -p wold-wire
 */

/** Bytes of messages and what they mean, for tests: numbers of entities as text, bytes as hexadecimal digits. */
export const EXAMPLES: readonly (readonly [hex: string, message: unknown])[] = [
  ["01010b4772c3bcc39f2064696368", {"kind":"turned away","reason":"seed","text":"Grüß dich"}],
  ["0407880e", {"kind":"forget","pos":{"x":-4,"y":900}}],
  ["08f0a2040100f0a20401", {"day":1,"days":70000,"kind":"clock","paused":true,"tick":70000}],
  ["090b4772c3bcc39f2064696368", {"kind":"notice","text":"Grüß dich"}],
  ["0a01000000", {"kind":"pong","mark":1}],
  ["0b0b4772c3bcc39f2064696368", {"kind":"goodbye","text":"Grüß dich"}],
  ["0c030102ff", {"kind":"told","letter":"0102ff"}],
  ["1001", {"kind":"bell","strokes":1}],
  ["110101", {"kind":"noticed","meter":1,"perceived":true}],
  ["1421202020", {"kind":"noise","loudness":1,"metres":1,"muffled":true,"sound":"door","turn":1}],
  ["157180e8101000", {"chunk":{"x":-4,"y":900},"east":1,"kind":"amiss","north":1,"what":"lamp"}],
  ["1680808080802007880e0101", {"chunk":{"x":-4,"y":900},"east":1,"kind":"missed","north":1,"who":"1099511627776"}],
  ["170b4772c3bcc39f20646963680100", {"banish_days":1,"guards":"Grüß dich","kind":"law"}],
  ["18808080808020050404c08b1200", {"eighths":1,"foe":"1099511627776","kind":"part","others":1,"part":"makes room","turn":1,"until":70000}],
  ["1907880e010001", {"chunk":{"x":-4,"y":900},"kind":"bucket","place":1,"turn":"draws"}],
  ["1a010b4772c3bcc39f2064696368111004040401f0a20403", {"crafts":[{"at":"hearth","gives":[{"count":1,"kind":1}],"minutes":70000,"name":"Grüß dich","takes":[{"count":1,"kind":1}],"tool":1}],"kind":"crafts"}],
  ["1b8080808080200141004040100000", {"asks":[{"coins":1,"kind":1}],"bids":[{"coins":1,"kind":1}],"kind":"stand","who":"1099511627776"}],
  ["1c010001000100010b4772c3bcc39f2064696368210020bc28c1034407", {"house":1,"kind":"kin","relatives":[{"died":70000,"grave":[-4,900],"kinship":"father","name":"Grüß dich","years":1}],"town":1,"years":1}],
  ["1d014110101000", {"kind":"shots","shots":[{"fall":1,"of":1,"reach":1,"speed":1,"with":1}]}],
  ["20010101010141168ee48679873f41c8d2c6d00e101d0e101d0200062c1cc90df30e7f8290a58da101", {"follows":true,"high":[-4,900],"kind":"watching","low":[-4,900],"name":"Grüß dich","pace":1,"sights":["Grüß dich"],"whom":"1099511627776"}],
];

/** Bytes of messages and what they mean, for tests: numbers of entities as text, bytes as hexadecimal digits. */
export const EXAMPLES_UP: readonly (readonly [hex: string, message: unknown])[] = [
  ["0201", {"kind":"view","rings":1}],
  ["030107880e", {"chunks":[{"x":-4,"y":900}],"kind":"dropped"}],
  ["0401000000", {"kind":"ping","mark":1}],
  ["05", {"kind":"goodbye"}],
  ["060b4772c3bcc39f2064696368", {"kind":"follow","whom":"Grüß dich"}],
  ["0707880e", {"kind":"fly","to":[-4,900]}],
  ["010703101010101004", {"intent":{"id":"1099511627776","kind":"take"},"kind":"do","number":7}],
  ["01072400", {"intent":{"kind":"drop","slot":1},"kind":"do","number":7}],
  ["01072600101010101004", {"intent":{"kind":"give","slot":1,"to":"1099511627776"},"kind":"do","number":7}],
  ["010707101010101004", {"intent":{"id":"1099511627776","kind":"strike"},"kind":"do","number":7}],
  ["01072800", {"intent":{"kind":"hold","slot":1},"kind":"do","number":7}],
  ["01072900602040e01f", {"intent":{"kind":"game","payload":"0102ff","verb":1},"kind":"do","number":7}],
  ["0107ea00d121204110", {"intent":{"chunk":{"x":-4,"y":900},"door":{"house":1,"level":1,"side":1,"x":1,"y":1},"kind":"door"},"kind":"do","number":7}],
  ["01070b101010101004", {"intent":{"foe":"1099511627776","kind":"close"},"kind":"do","number":7}],
  ["0107ec00d1210000", {"intent":{"chunk":{"x":-4,"y":900},"kind":"draw","place":1},"kind":"do","number":7}],
  ["01072d00", {"intent":{"craft":1,"kind":"work"},"kind":"do","number":7}],
  ["01072e080008", {"intent":{"buys":true,"coins":1,"kind":"offer","thing":1},"kind":"do","number":7}],
  ["01070f10101010102408080008", {"intent":{"buys":true,"coins":1,"count":1,"kind":"deal","thing":1,"with":"1099511627776"},"kind":"do","number":7}],
  ["010710101010101024", {"intent":{"kind":"shun","shuns":true,"who":"1099511627776"},"kind":"do","number":7}],
];
