import type { ShareProcess } from '@/contract/shares/shares'
import type { Words } from '@/i18n/words'
import type { AppStore } from '@/stores/app/AppStore'
import type { RefObject } from 'react'
import type { Frame } from '@/screens/previews/Gallery'

/** Passes a link on where no card does it, within the user's tap. */
export type Forward = (app: AppStore, process: ShareProcess, t: Words<'visit'>) => void

/**
 * The place on the screen of the part that the reference is given to; undefined until it is known.
 * @param id of that part @param shape changes with what stands around it
 */
export type UseFrame = (id: string, shape: string) => { ref?: RefObject<HTMLElement>; frame: Frame | undefined }
