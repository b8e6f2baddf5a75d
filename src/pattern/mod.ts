/**
 * The one pattern language of assertions and gates.
 * @module
 */

export { compileCondition, type Condition } from "./condition.ts";
export { type Gate, GateSet } from "./gate.ts";
export { compilePattern, type Mismatch, type Pattern } from "./pattern.ts";
export { type Matcher, sentinel, SequenceCursor, type SequenceStep, stepOf } from "./sequence.ts";
