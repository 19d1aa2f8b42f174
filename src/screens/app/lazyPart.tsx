import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'

/**
 * A part whose code loads when the part is rendered. In a sub-package of the mini-program the code is there already (config/ownParts.cjs).
 * @param waiting is rendered until then
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  waiting: ReactNode = null,
): (props: P) => ReactNode {
  const Part = lazy(load) as unknown as ComponentType<P>
  return (props) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
}
