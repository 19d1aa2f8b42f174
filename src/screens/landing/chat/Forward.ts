import type { ShareProcess } from '@/contract/shares/shares'
import type { Words } from '@/i18n/words'
import type { AppStore } from '@/stores/app/AppStore'

/** Passes a link on where no card does it, within the user's tap. */
export type Forward = (app: AppStore, process: ShareProcess, t: Words<'visit'>) => void
