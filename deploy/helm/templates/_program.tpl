{{/* The pods of a program: a container with probes, non-root and with a read-only root. Takes root, name, program, port and env. */}}
{{- define "dhow.pod" -}}
{{- $values := .root.Values -}}
metadata:
  labels: { app: dhow, part: {{ .name }} }
spec:
  terminationGracePeriodSeconds: 40
  automountServiceAccountToken: false
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector: { matchLabels: { app: dhow, part: {{ .name }} } }
  containers:
    - name: {{ .name }}
      image: {{ printf "%s:%s" $values.image.repository (default .root.Chart.AppVersion $values.image.tag) | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: [apps/{{ .program }}/dist/program.js]
      envFrom:
        - secretRef: { name: {{ $values.secretName }} }
        - configMapRef: { name: {{ .root.Release.Name }}-settings }
      env:
        - { name: DRAIN_MS, value: {{ $values.drainMs | quote }} }
{{- range $setting, $value := .env }}
        - { name: {{ $setting }}, value: {{ $value | quote }} }
{{- end }}
      ports:
{{- range $port, $number := .ports }}
        - { name: {{ $port }}, containerPort: {{ $number }} }
{{- end }}
      # Migrations may take long at the first start of a version.
      startupProbe: { httpGet: { path: /health/live, port: {{ .probe }} }, periodSeconds: 2, failureThreshold: 300 }
      livenessProbe: { httpGet: { path: /health/live, port: {{ .probe }} }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 3 }
      readinessProbe: { httpGet: { path: /health/ready, port: {{ .probe }} }, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 1 }
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      resources: {{ toJson .resources }}
      volumeMounts:
        - { name: files, mountPath: /var/lib/dhow }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: tmp
      emptyDir: {}
    - name: files
{{- if eq .program "studio" }}
      emptyDir: {}
{{- else }}
      persistentVolumeClaim: { claimName: {{ $values.files.claimName }} }
{{- end }}
{{- end -}}
