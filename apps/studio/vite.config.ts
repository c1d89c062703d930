import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const client = fileURLToPath(new URL('client/', import.meta.url))

/** Build of the game pages: plain TypeScript, no inline scripts, for a strict CSP. */
export default defineConfig({
  root: client,
  base: '/',
  resolve: { conditions: ['dhow-source'] },
  build: {
    outDir: fileURLToPath(new URL('dist/client/', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        games: `${client}games.html`,
        play: `${client}play.html`,
        proof: `${client}proof.html`,
        'instant-play': `${client}instant-play.html`,
        'instant-proof': `${client}instant-proof.html`,
        'table-play': `${client}table-play.html`,
        'table-proof': `${client}table-proof.html`,
      },
    },
  },
})
