import type { RefObject } from 'react'

/** A mini-program has no keyboard focus. */
export function useKeptFocus(_panel: RefObject<HTMLElement>): void {}
