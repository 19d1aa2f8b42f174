import { useEffect } from 'react'
import { strippedAddress } from '@/domain/messages/messages'
import { useApp } from '@/screens/app/AppContext'

/** On creation, removes from the browser's address what does not belong to the message centre (RT-08). */
export function useStrippedAddress() {
  const { name, navigate } = useApp().platform
  useEffect(() => {
    const address = navigate.here()
    const stripped = strippedAddress(address)
    if (name === 'h5' && stripped !== address) void navigate.resume(stripped)
  }, [name, navigate])
}
