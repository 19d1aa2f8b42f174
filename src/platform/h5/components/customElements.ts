/** Imports of Taro's own widgets from the component library. Our screens use none of these widgets. */
export function defineCustomElementTaroSwiperCore(): void {}
export function defineCustomElementTaroSwiperItemCore(): void {}
