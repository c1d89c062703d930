/** Sounds of the games, synthesised, so that no recordings are loaded. */
export type Sound = 'bet' | 'step' | 'rest' | 'paid' | 'start' | 'crash'

interface Tone {
  /** Hertz at start and end. */
  from: number
  to?: number
  atMs?: number
  ms: number
  loud: number
  /** Waveform; noise is filtered at the given hertz. */
  wave?: OscillatorType | 'noise'
}

/** Tones by sound. A payout below the stake has one low knock: only a gain sounds like one. */
const sounds: Record<Sound, Tone[]> = {
  bet: [{ from: 320, to: 240, ms: 70, loud: 0.1 }],
  step: [{ from: 520, to: 560, ms: 60, loud: 0.07 }],
  start: [{ from: 160, to: 260, ms: 420, loud: 0.08, wave: 'triangle' }],
  crash: [
    { from: 2400, to: 240, ms: 620, loud: 0.16, wave: 'noise' },
    { from: 150, to: 90, atMs: 60, ms: 240, loud: 0.08 },
  ],
  rest: [{ from: 150, to: 105, ms: 170, loud: 0.1 }],
  paid: [
    { from: 392, ms: 220, loud: 0.09 },
    { from: 587, atMs: 110, ms: 360, loud: 0.09 },
  ],
}

/** Opens the browser's audio; call it from a tap or key, or the browser mutes it. */
export function openSynth(): (sound: Sound) => void {
  const audio = new AudioContext()
  return (sound) => {
    if (audio.state === 'suspended') void audio.resume()
    for (const { from, to = from, atMs = 0, ms, loud, wave = 'sine' } of sounds[sound]) {
      const start = audio.currentTime + atMs / 1000
      const end = start + ms / 1000
      const volume = audio.createGain()
      const { source, output, frequency } = wave === 'noise' ? noiseOf(audio) : toneOf(audio, wave)
      frequency.setValueAtTime(from, start)
      frequency.exponentialRampToValueAtTime(to, end)
      // Fade in and out, since an abrupt tone clicks.
      volume.gain.setValueAtTime(0.0001, start)
      volume.gain.exponentialRampToValueAtTime(loud, start + 0.012)
      volume.gain.exponentialRampToValueAtTime(0.0001, end)
      output.connect(volume).connect(audio.destination)
      source.start(start)
      source.stop(end)
    }
  }
}

interface Voice {
  source: AudioScheduledSourceNode
  output: AudioNode
  frequency: AudioParam
}

function toneOf(audio: AudioContext, wave: OscillatorType): Voice {
  const tone = audio.createOscillator()
  tone.type = wave
  return { source: tone, output: tone, frequency: tone.frequency }
}

/** One second of noise from the Park–Miller generator, filtered. */
function noiseOf(audio: AudioContext): Voice {
  const samples = audio.createBuffer(1, audio.sampleRate, audio.sampleRate)
  const heights = samples.getChannelData(0)
  let random = 7
  for (let index = 0; index < heights.length; index++) {
    random = (random * 16_807) % 2_147_483_647
    heights[index] = random / 1_073_741_823.5 - 1
  }
  const source = audio.createBufferSource()
  source.buffer = samples
  const filter = audio.createBiquadFilter()
  filter.type = 'lowpass'
  source.connect(filter)
  return { source, output: filter, frequency: filter.frequency }
}
