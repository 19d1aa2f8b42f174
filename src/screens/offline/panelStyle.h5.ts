import type { CSSProperties } from 'react'
import './panel.scss'

/** A style sheet fills the page; in a wide window the sheet of the list makes a dialog of it. */
export const panelStyle: CSSProperties | undefined = undefined
