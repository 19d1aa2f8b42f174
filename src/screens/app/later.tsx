import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'

/** A part whose code comes when it is drawn. @param waiting stands in its place until then */
export function later<P extends object>(
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
