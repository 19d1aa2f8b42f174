/**
 * Taro preserves function names and quoted keys for ES5 hosts; no supported browser needs them. `unsafe_methods` writes `{ run() {} }` for
 * `{ run: function () {} }`, which no code here calls with `new`; with the other two it saves 160 bytes of the first page.
 */
export const h5Terser = {
  module: true,
  ecma: 2020,
  keep_fnames: false,
  compress: {
    ecma: 2020,
    passes: 3,
    pure_getters: true,
    unsafe_methods: true,
    unsafe_proto: true,
    unsafe_undefined: true,
  },
  mangle: true,
  output: { ecma: 2020, comments: false, keep_quoted_props: false, quote_keys: false },
}

/** Taro switches off most compress options of terser in a mini-program build. */
export const weappTerser = {
  parse: { ecma: 2018 },
  ecma: 2018,
  compress: {
    ecma: 2018,
    passes: 3,
    arrows: true,
    collapse_vars: true,
    comparisons: true,
    computed_props: true,
    hoist_props: true,
    inline: 3,
    loops: true,
    negate_iife: true,
    properties: true,
    reduce_funcs: true,
    reduce_vars: true,
    switches: true,
    typeofs: true,
    directives: true,
  },
  mangle: true,
  output: { ecma: 2018, comments: false, ascii_only: false },
}
