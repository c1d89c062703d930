import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { isCore } from './core-files.ts'
import { devPages } from './dev-pages.ts'

/** Declares the order of the CSS layers before the first of them, wherever the bundler puts the files. */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `@layer tokens, base, parts, pages;${String(file.source)}`
  },
}

/**
 * The router makes each of its components by a call and names it for the developer's tools, for which the bundler keeps them all, used
 * or not. This marks both as free of side effects.
 */
const unusedComponents: Plugin = {
  name: 'unused-components',
  transform: {
    filter: { id: /node_modules\/react-router\// },
    handler: (code) =>
      code
        .replace(/= (React\w*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = "\w+";$/gm, ''),
  },
}

/** Names each screen's file to the page renderer; the browser imports them and needs no names. */
const screenFiles: Plugin = {
  name: 'screen-files',
  enforce: 'pre',
  transform: {
    filter: { id: /src\/app\/routes\.tsx$/ },
    handler: (code) =>
      code.replace(
        /\(\) => import\('\.\.\/([^']+)'\)/g,
        (fetchScreen, file) => `Object.assign(${fetchScreen}, { file: 'src/${file}' })`,
      ),
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), layersFirst, unusedComponents, devPages(), ...(isSsrBuild ? [screenFiles] : [])],
  resolve: {
    alias: [{ find: '@dhow/ui/icons', replacement: fileURLToPath(new URL('./src/shared/icon.tsx', import.meta.url)) }],
    conditions: ['dhow-source', 'module', 'browser', 'development|production'],
  },
  // In development Node loads the packages itself: Vite runs ES modules alone, and React is none.
  ssr: { resolve: { conditions: ['dhow-source'] }, noExternal: isSsrBuild ? true : [/^@dhow\//] },
  css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
  build: {
    target: 'es2022',
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    // The core is there before anything asks for more; reasons come behind the texts, since naming them beforehand costs the core more.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needs) =>
        needs.filter((need) => !/\/(core|rolldown-runtime|message-reasons)-/.test(need)),
    },
    // One style for all screens: it stands inside the page, and no screen waits for a file of its own.
    cssCodeSplit: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: 'src/entry-client.tsx',
            output: {
              // The first script names every screen's file. Eight hexadecimal digits pack smaller than eight of 64 characters.
              hashCharacters: 'hex',
              codeSplitting: {
                groups: [
                  {
                    name: 'core',
                    // One file: four that are fetched together cost more, and one packs smaller than two.
                    test: isCore,
                  },
                  // Two that are always fetched together: the first script would name both for each of their screens.
                  { name: 'translate', test: /src\/shared\/translate\.|packages\/contract\/src\/player-texts/ },
                  { name: 'deposit-gate', test: /deposits\/(deposit-gate|deposits\.module)|src\/shared\/on-break/ },
                  // Parts of most forms: ten small files would cost more to name than they hold.
                  {
                    name: 'forms',
                    test: /packages\/ui\/src\/(field|dialog|copy-line)|src\/shared\/(form|form-message|facts|market|mobile-fields|code-field|send-code|countdown|amount-field|amount-rules)\.|accounts\/(auth-steps|code-step|password-field|password-rules|accounts\.module)/,
                  },
                ],
              },
            },
          },
        }),
  },
}))
