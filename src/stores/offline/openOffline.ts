import type { AppServices } from '@/stores/app/AppServices'

/** Shows what is kept and what waits: over a list or the account, else on the page of the account. */
export async function openOffline({ createOverlays, lazy, platform, session }: AppServices) {
  const place = lazy.topPlaces?.present
  if (session.phase !== 'signedIn' || (place?.page !== 'files' && place?.page !== 'me'))
    return platform.navigate.push({ page: 'me' })
  const overlays = createOverlays()
  overlays.show('offline')
  overlays.dispose()
}
