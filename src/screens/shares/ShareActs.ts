/** The actions of the popup. */
export interface ShareActs {
  make(): Promise<void>
  /** Within the tap: makes the link and copies it when it is made (AH-08). */
  makeAndCopy(): void
  /** Copies the made link; within the tap. */
  copyLink(): void
  copyInside(): void
  choosePeople(): void
  /** Makes the link where necessary, and offers it to other apps; absent where the phone cannot. */
  offer?(): Promise<void>
}
