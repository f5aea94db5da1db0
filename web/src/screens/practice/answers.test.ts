// @vitest-environment jsdom
import { expect, it } from "vitest";
import { addAnswer, keptAnswers, MOST_ANSWERS } from "@/kept/quiz/answers";
import { anAnswer } from "./testing";

it("answers are added to those that any tab has kept", () => {
  addAnswer(anAnswer({ at: 1 }));
  const theirs = JSON.parse(localStorage.getItem(keptAnswers.name) ?? "");
  theirs.answers.push(anAnswer({ at: 2, feature: "nr7" }));
  localStorage.setItem(keptAnswers.name, JSON.stringify(theirs));
  expect(addAnswer(anAnswer({ at: 3 }))).toBe(true);
  const { value: answers, unread } = keptAnswers.load();
  expect(answers.map(({ at }) => at)).toEqual([1, 2, 3]);
  expect(unread).toBe(0);
});

it("what another tab emptied does not come back with the next answer", () => {
  addAnswer(anAnswer({ at: 1 }));
  expect(keptAnswers.keep([])).toBe(true);
  addAnswer(anAnswer({ at: 2 }));
  expect(keptAnswers.load().value.map(({ at }) => at)).toEqual([2]);
});

it("the oldest go", () => {
  const answers = Array.from({ length: MOST_ANSWERS }, (_, at) => anAnswer({ at }));
  localStorage.setItem(keptAnswers.name, JSON.stringify({ version: 1, answers }));
  addAnswer(anAnswer({ at: MOST_ANSWERS }));
  const kept = keptAnswers.load().value;
  expect(kept).toHaveLength(MOST_ANSWERS);
  expect([kept[0]?.at, kept.at(-1)?.at]).toEqual([1, MOST_ANSWERS]);
});

it.each([
  ["not json", 0, 1],
  ["[]", 0, 1],
  ["{}", 0, 0],
  ['{"answers":{}}', 0, 1],
  [JSON.stringify({ answers: [anAnswer(), null, { ...anAnswer(), probability: 101 }] }), 1, 2],
  [
    JSON.stringify({
      answers: [
        { ...anAnswer(), date: "yesterday" },
        { ...anAnswer(), as_of: 81 },
      ],
    }),
    0,
    2,
  ],
])("what cannot be read is counted and left out: %s", (text, known, unread) => {
  localStorage.setItem(keptAnswers.name, text);
  const found = keptAnswers.load();
  expect(found.value).toHaveLength(known);
  expect(found.unread).toBe(unread);
});

it("answers of before there were rounds are of none, and those of a round keep it", () => {
  const { round: _, ...older } = anAnswer({ at: 1 });
  const round = { id: "r1", guesses: 10 as const };
  const stored = [older, anAnswer({ at: 2, round }), { ...older, at: 3, round: { id: "r1", guesses: 7 } }];
  localStorage.setItem(keptAnswers.name, JSON.stringify({ version: 1, answers: stored }));
  const { value, unread } = keptAnswers.load();
  expect(value.map(({ round }) => round)).toEqual([null, round]);
  expect(unread).toBe(1);
});
