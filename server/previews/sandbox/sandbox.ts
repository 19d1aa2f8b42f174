import type { ConverterAccount } from './account'

/** A file or folder of this machine, and its path within the sandbox. */
export interface Mount {
  from: string
  to: string
}

/** The files that a confined program sees besides the system's programs. Everything except `writable` is read-only. */
export interface SandboxView {
  /** Files and folders at their usual paths. */
  programs: readonly string[]
  /** The working folder at its usual path; null for a program that writes nothing. */
  writable: string | null
  inputs: readonly Mount[]
  /** For programs that draw text, and LibreOffice. Off otherwise, because each mount takes time. */
  withFonts: boolean
}

/** A command line that runs another command in the sandbox. */
export interface SandboxCommand {
  command: string
  args: string[]
  /** The account that runs the command; undefined for the server's own. */
  account?: ConverterAccount
}

/** Runs programs that see only their view of this machine: no other files, processes or network, and no rights. */
export interface Sandbox {
  readonly name: 'bubblewrap' | 'unshare'
  /** Whether inputs may be files that only the server's own account can read. */
  readonly reachesFiles: boolean
  launch(command: string, args: readonly string[], view: SandboxView): SandboxCommand
}

/** The parts of a sandbox that every run shares. */
export interface SandboxSetup {
  /** The path of the tool's command. */
  tool: string
  /** Folders and links of the system. */
  system: SystemPart[]
  /** Folders that no program sees, wherever they are. */
  hidden: readonly string[]
  /** A command prefix that drops all rights and continues as the account. */
  drop(account: ConverterAccount | null): string[]
  /** `root`: the tool runs with root's rights; `user`: with the rights within a user namespace. */
  as: 'root' | 'user'
}

export type SystemPart = { kind: 'folder' | 'link'; path: string; target: string; isForFonts: boolean }
