import type { ReactElement } from 'react'
import type { SheetProps } from './sheets/SheetProps'

export interface WideProps extends SheetProps {
  /** False while the page opens below a file. */
  isSeen: boolean
  /** The list of a narrow window. */
  children: ReactElement
}
