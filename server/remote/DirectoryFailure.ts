/** Why a directory gave no answer that can be used. These are error codes, because runs and refusals show them. */
export type FailureReason =
  'directory_unreachable' | 'directory_credentials' | 'directory_nonsense' | 'directory_partial'

/** A directory did not answer, refused the server's own account, or answered nonsense. */
export class DirectoryFailure extends Error {
  constructor(
    readonly reason: FailureReason,
    /** For the log of the server only, because it may describe machines behind the server. Never contains a password. */
    message: string,
  ) {
    super(message)
  }
}
