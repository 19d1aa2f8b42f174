/** What a tap in the popup does. */
export interface ShareActs {
  make(): Promise<void>
  /** Within the tap: makes the link and has it copied when it is there (AH-08). */
  makeAndCopy(): void
  /** Of the link that was made; within the tap. */
  copyLink(): void
  copyInside(): void
  choosePeople(): void
  /** Makes it where it is not there yet, and offers it to other apps; absent where the phone does not. */
  offer?(): Promise<void>
}
