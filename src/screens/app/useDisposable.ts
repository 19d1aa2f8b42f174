import { useEffect, useState } from 'react'

/** Makes something that lives as long as the page and disposes it with the page. */
export function useDisposable<T extends { dispose(): void }>(make: () => T): T {
  const [made] = useState(make)
  useEffect(() => () => made.dispose(), [made])
  return made
}
