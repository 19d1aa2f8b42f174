import type { WideProps } from './WideProps'

export const isWide = (): boolean => false

/** A phone has no wide window. */
export function Wide({ children }: WideProps) {
  return children
}
