/**
 * The status that answers a request of the office service, with the headers that the protocol gives a meaning: 401 for the token, 404 for the file and
 * its rights, 409 for the lock, 413 for the size, 500 for a wrong signature.
 */
export class OfficeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly body?: object,
  ) {
    super(`office: ${status}`)
  }

  /** Another lock of the service is on the file, or none. */
  static otherLock(lock: string | undefined): OfficeRefusal {
    return new OfficeRefusal(409, { 'x-wopi-lock': lock ?? '' })
  }

  /** A colleague has locked the file in the drive. The service's own lock is not named. */
  static lockedHere(): OfficeRefusal {
    return new OfficeRefusal(409, { 'x-wopi-lock': '', 'x-wopi-lockfailurereason': 'locked in the drive' })
  }
}
