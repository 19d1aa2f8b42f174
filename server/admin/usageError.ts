/** A fault of the command line itself: exit code 2. */
export class UsageError extends Error {}
