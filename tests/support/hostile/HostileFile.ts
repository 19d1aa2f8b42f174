import type { PreviewReason } from '@/contract/errors'

/** A file that means harm, is broken, or is not what its name says. */
export interface HostileFile {
  /** Unique; with the extension that decides how it is shown. */
  name: string
  /** @param canary the address of a server that nobody may ask anything */
  bytes(canary: string): Buffer | string | Promise<Buffer>
  /** How its preview ends; several where readers may differ. */
  ends: End | readonly End[]
  /** Wants LibreOffice, to be shown or to be refused by it. */
  isOffice?: boolean
  /** Its preview takes seconds: only `npm run test:deep` asks for it. */
  isSlow?: boolean
  /** It carries something that a careless viewer would run or fetch. */
  isActive?: boolean
}

type End = 'shown' | PreviewReason
