import type { PlaceOf } from '@/platform/Platform'
import type { AppServices } from '@/stores/app/AppServices'

type ListPlace = Pick<PlaceOf<'files'>, 'space' | 'id'>

const keyOf = ({ space, id = '' }: { space: string; id?: string | number }) => `${space} ${id}`

/** Opens a place as a page that shows its name at once, even where the server does not answer or refuses. */
export function openPlace(
  { platform: { navigate }, placeNames }: AppServices,
  place: ListPlace,
  name: string,
  how: 'push' | 'relaunch' = 'push',
): void {
  keepName(placeNames, place, name)
  void navigate[how]({ page: 'files', ...place })
}

/** Keeps the name of a place that is about to open. */
export function keepName(placeNames: AppServices['placeNames'], place: ListPlace, name: string): void {
  placeNames.set(keyOf(place), name)
}

/** The name of a place in the row that the user tapped. */
export function tappedName({ placeNames }: AppServices, at: Parameters<typeof keyOf>[0]): string | undefined {
  return placeNames.get(keyOf(at))
}
