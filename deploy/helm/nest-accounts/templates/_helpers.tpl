{{/* The name of the objects. The longest suffix, -management, fits into the 63 characters of a Service. */}}
{{- define "nest-accounts.name" -}}
{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- end }}

{{/* The labels that never change, by which objects select pods, together with the component. */}}
{{- define "nest-accounts.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "nest-accounts.labels" -}}
{{ include "nest-accounts.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The parts of a pod that the service and the migration share. */}}
{{- define "nest-accounts.pod" -}}
automountServiceAccountToken: false
# Otherwise a Service named management would set MANAGEMENT_PORT.
enableServiceLinks: false
securityContext:
  # The image sets the user.
  runAsNonRoot: true
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
Secrets are files, not variables: a variable is also visible to each child process, in /proc, and in dumps of the
environment.
*/}}
{{- define "nest-accounts.container" -}}
name: accounts
image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
  readOnlyRootFilesystem: true
env:
  - { name: MANAGEMENT_PORT, value: '9464' }
  {{- range $name, $value := .root.Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  {{- range .secretKeys }}
  {{- if not (contains "." .) }}
  - { name: {{ . }}_FILE, value: /run/secrets/accounts/{{ . }} }
  {{- end }}
  {{- end }}
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/accounts, readOnly: true }
{{- end }}

{{- define "nest-accounts.items" -}}
{{- range . -}}
- { key: {{ . }}, path: {{ . }} }
{{ end }}
{{- end }}
