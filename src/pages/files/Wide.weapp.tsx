import type { WideProps } from './WideProps'

/** A phone has no wide window. */
export function Wide({ children }: WideProps) {
  return children
}
