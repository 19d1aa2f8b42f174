import type { Item } from '@/contract/entities'
import type { AbilitySubject } from '@/domain/items/abilities'
import type { AppServices } from '@/stores/app/AppServices'

/** The input of the ability table: viewer, item and surroundings (1§6). */
export function abilitySubject(
  { sessionContext, link, isOpenPreview }: Pick<AppServices, 'sessionContext' | 'link' | 'isOpenPreview'>,
  item: Item,
): AbilitySubject {
  return {
    item,
    user: { id: sessionContext.user?.id ?? null, enterprise: sessionContext.enterprise },
    context: {
      flags: sessionContext.viewFlags,
      isApplet: sessionContext.scenario === 'applet',
      isOpenPreview: isOpenPreview ?? false,
      isDownloadLimited: link?.isDownloadLimited ?? false,
    },
  }
}
