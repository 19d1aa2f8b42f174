/** From 0, as the server, to 19: of the processor's time converters take what requests and the database leave. */
const NICENESS = 5

/**
 * Begins the last command of a shell's line: what follows runs with low priority. Linux groups processes by session and weighs the groups, so
 * the session gets the same.
 */
export const execWithLowPriority = `{ echo ${NICENESS} > /proc/self/autogroup; } 2>/dev/null; exec nice -n ${NICENESS}`
