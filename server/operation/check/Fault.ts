/** What can be wrong with a server. */
export const faultKinds = [
  'missing_blob',
  'wrong_size',
  'wrong_bytes',
  'unknown_blob',
  'orphaned_blob',
  'wrong_record',
  'missing_preview',
  'wrong_preview',
  'wrong_counter',
  'unreachable',
  'item_in_file',
  'current_version',
  'name_key',
  'missing_root',
  'over_quota',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** What is wrong with which row or blob, for the operator. */
  text: string
  /** `note`: allowed, such as a quota that was lowered; `open`: nobody has repaired it */
  state: 'open' | 'repaired' | 'note'
}

/** Collects faults, and repairs them if asked to. */
export class Findings {
  readonly faults: Fault[] = []

  constructor(private readonly repairs: boolean) {}

  /**
   * Records a fault.
   * @param repair absent: a person must decide. @returns false if the fault could not be repaired
   */
  async add(kind: FaultKind, text: string, repair?: () => Promise<unknown>): Promise<void> {
    const isRepaired = this.repairs && repair !== undefined && (await repair()) !== false
    this.faults.push({ kind, text, state: isRepaired ? 'repaired' : 'open' })
  }

  note(kind: FaultKind, text: string): void {
    this.faults.push({ kind, text, state: 'note' })
  }

  get areOpen(): boolean {
    return this.faults.some(({ state }) => state === 'open')
  }
}
