import type { ConverterAccount } from './account'

/** A file or folder of this machine, and where a confined program finds it. */
export interface Mount {
  from: string
  to: string
}

/** What a confined program finds besides the programs of the system; everything but `writable` is read-only. */
export interface View {
  /** Files and folders at their own places. */
  programs: readonly string[]
  /** Its working folder, at its own place; null: it writes nothing. */
  writable: string | null
  inputs: readonly Mount[]
  /** Whether it draws letters, or is LibreOffice: each place that is mounted takes time. */
  withFonts: boolean
}

/** A command line that runs another. */
export interface Launch {
  command: string
  args: string[]
  /** Who runs it; undefined: the server's own account. */
  account?: ConverterAccount
}

/** Runs programs that see nothing of this machine but their view: no other files, processes, network, and no rights. */
export interface Sandbox {
  readonly name: 'bubblewrap' | 'unshare'
  /** Whether inputs may be files that only the server's own account reaches. */
  readonly reachesFiles: boolean
  launch(command: string, args: readonly string[], view: View): Launch
}

/** The parts of a sandbox that are the same for every run. */
export interface Ground {
  /** The tool's command. */
  tool: string
  /** Folders and links of the system. */
  system: SystemPart[]
  /** Never seen, wherever it lies. */
  hidden: readonly string[]
  /** What drops all rights within, as the account named. */
  drop(account: ConverterAccount | null): string[]
  /** `root`: the tool has the rights of root; `user`: those of a user namespace. */
  as: 'root' | 'user'
}

export type SystemPart = { kind: 'folder' | 'link'; path: string; target: string; isForFonts: boolean }
