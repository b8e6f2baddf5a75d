export { foldDeltas } from "../provider/fold.ts";
