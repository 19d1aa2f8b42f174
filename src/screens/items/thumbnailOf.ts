import type { Item } from '@/contract/entities'
import type { AppServices } from '@/stores/app/AppServices'

/**
 * The address of an item's tile picture; undefined where there is none or the network is too weak for it (AH-19).
 * @param isFar out of sight @param isFlung visible too briefly
 */
export function thumbnailOf(
  { lazy, platform }: AppServices,
  { thumbnail }: Pick<Item, 'thumbnail'>,
  isFar?: boolean,
  isFlung?: boolean,
): string | undefined {
  const network = lazy.network
  const address = thumbnail && (network ? network.picture(thumbnail, isFar, isFlung) : thumbnail)
  return address ? platform.origin + address : undefined
}
