import { useEffect, useState } from 'react'

/** Creates an object that is disposed with the page. */
export function useDisposable<T extends { dispose(): void }>(make: () => T): T {
  const [made] = useState(make)
  useEffect(() => () => made.dispose(), [made])
  return made
}
