/** The tags WeChat brings along. */
export const builtInTags = [
  'ad', 'audio', 'button', 'camera', 'canvas', 'checkbox', 'checkbox-group', 'cover-image', 'cover-view', 'editor', 'form',
  'functional-page-navigator', 'icon', 'image', 'input', 'keyboard-accessory', 'label', 'live-player', 'live-pusher', 'map', 'match-media',
  'movable-area', 'movable-view', 'navigation-bar', 'navigator', 'official-account', 'open-data', 'page-container', 'page-meta', 'picker',
  'picker-view', 'picker-view-column', 'progress', 'radio', 'radio-group', 'rich-text', 'root-portal', 'scroll-view', 'share-element',
  'slider', 'sticky-header', 'sticky-section', 'swiper', 'swiper-item', 'switch', 'text', 'textarea', 'video', 'view', 'web-view',
]
