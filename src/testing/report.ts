/**
 * What a test came to.
 * @module
 */

/** The verdict on one agent. */
export interface AgentReport {
  /** Its name. */
  agent: string;
  /** Everything that is asserted of it holds. */
  passed: boolean;
  /** It was to be stopped once its events had been seen. */
  asserted: boolean;
  /** How it ended by itself: `completed`, or the message that it exited with. */
  outcome?: "completed" | { exited: string };
  /** Why it did not pass, in lines for people. */
  diff?: string;
  /** It had no verdict when the test's time was over. */
  timedOut: boolean;
  /** How many of its assertions were met, in order. */
  cursor: number;
  /** How many there are. */
  assertions: number;
}

/** The verdict on a test. */
export interface Report {
  /** No error, and all agents passed. */
  passed: boolean;
  /** The verdicts by agent, in the order of the assertions. */
  agents: Map<string, AgentReport>;
  /** What went wrong with the run itself, in one line. */
  error?: string;
}
