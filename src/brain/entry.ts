/**
 * Where a brain process starts when it runs from source: nothing else of the program is looked at, and nothing has to be imported later,
 * which would take a permission.
 */

import { main } from "./main.ts";

await main();
