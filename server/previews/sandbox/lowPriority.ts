/** From 0, the niceness of the server, to 19. Converters get the processor time that requests and the database leave. */
const NICENESS = 5

/**
 * The end of a shell line: runs the following command with low priority. Linux groups processes by session and weighs the groups, so the session
 * gets the same priority.
 */
export const execWithLowPriority = `{ echo ${NICENESS} > /proc/self/autogroup; } 2>/dev/null; exec nice -n ${NICENESS}`
