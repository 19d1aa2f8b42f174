const h5 = process.env.TARO_ENV === 'h5'

/*
 * preset-env rewrites these for corner cases in single Safari and Chrome versions that our code does not touch,
 * at the price of a helper for every destructuring.
 */
const kept = ['transform-destructuring', 'transform-parameters']

module.exports = {
  presets: [
    [
      'taro',
      {
        framework: 'react',
        ts: true,
        compiler: 'webpack5',
        useBuiltIns: false,
        loose: true,
        // A sub-package of the mini-program holds what comes late (config/lazyPackage.ts).
        'dynamic-import-node': false,
        exclude: h5 ? [...kept, 'transform-optional-chaining'] : kept,
      },
    ],
  ],
}
