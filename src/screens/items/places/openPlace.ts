import type { PlaceOf } from '@/platform/Platform'
import type { AppStore } from '@/stores/app/AppStore'

type ListPlace = Pick<PlaceOf<'files'>, 'space' | 'id'>

const keyOf = ({ space, id = '' }: { space: string; id?: string | number }) => `${space} ${id}`

/** Opens a place as a page that bears the name already, also where the server does not answer or refuses. */
export function openPlace(
  { platform: { navigate }, placeNames }: AppStore,
  place: ListPlace,
  name: string,
  how: 'push' | 'relaunch' = 'push',
): void {
  placeNames.set(keyOf(place), name)
  void navigate[how]({ page: 'files', ...place })
}

/** What a place was called where the user tapped it. */
export function tappedName({ placeNames }: AppStore, at: Parameters<typeof keyOf>[0]): string | undefined {
  return placeNames.get(keyOf(at))
}
