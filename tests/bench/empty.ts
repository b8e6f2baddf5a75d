// The calibration of the start-up rows: a program that does nothing.
export {};
