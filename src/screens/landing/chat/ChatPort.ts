import type { ShareProcess } from '@/contract/shares/shares'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'
import type { RefObject } from 'react'
import type { Frame } from '@/screens/previews/Gallery'

/** Passes a link on where no card can; within the user's tap. */
export type Forward = (app: AppServices, process: ShareProcess, t: Words<'visit'>) => void

/**
 * The position on the screen of the referenced part; undefined until it is known.
 * @param id of that part @param shape changes with the layout around it
 */
export type UseFrame = (id: string, shape: string) => { ref?: RefObject<HTMLElement>; frame: Frame | undefined }
