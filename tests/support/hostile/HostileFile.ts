import type { PreviewReason } from '@/contract/errors'

/** A malicious or broken file, or one that is not what its name says. */
export interface HostileFile {
  /** Unique; its extension decides how the file is previewed. */
  name: string
  /** @param canary the address of a server that must get no request */
  bytes(canary: string): Buffer | string | Promise<Buffer>
  /** The allowed ends of its preview; several if readers differ. */
  ends: End | readonly End[]
  /** Needs LibreOffice, to be shown or to be refused. */
  isOffice?: boolean
  /** Its preview takes seconds, so only `npm run test:deep` requests it. */
  isSlow?: boolean
  /** Contains something that a careless viewer would run or fetch. */
  isActive?: boolean
}

type End = 'shown' | PreviewReason
