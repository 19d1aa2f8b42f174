import type { RefObject } from 'react'
import type { Frame } from '@/screens/previews/Gallery'

/**
 * The place on the screen of the part that the reference is given to; undefined until it is known.
 * @param id of that part @param shape changes with what stands around it
 */
export type UseFrame = (id: string, shape: string) => { ref?: RefObject<HTMLElement>; frame: Frame | undefined }
